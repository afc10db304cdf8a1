/** Chromium as a phone, a tablet or a desktop. */
import { chromium } from 'playwright-core';
import { SOON_MS } from './wait.mjs';

const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
];

/** A phone in the hand: 390 x 844 CSS pixels, three device pixels each, a finger. */
export const PHONE = Object.freeze({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  hasTouch: true,
  isMobile: true,
});

/** Starts the system's Chromium without a window. */
export async function openBrowser() {
  const executablePath = process.env.VIERSCHACH_CHROMIUM ?? '/usr/bin/chromium';
  return await chromium.launch({ executablePath, args: ARGS, timeout: 30_000 });
}

/**
 * A device of its own: cookies and storage are shared with nobody.
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function openDevice(browser, options = {}) {
  const device = await browser.newContext({ ...PHONE, locale: 'en-GB', ...options });
  device.setDefaultTimeout(SOON_MS);
  device.setDefaultNavigationTimeout(SOON_MS);
  return device;
}
