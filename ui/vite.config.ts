/**
 * How the page is built, served while working on it, and tested.
 */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `cargo run -p vierschach-relay` listens while the page is worked on. */
const relay = process.env.VIERSCHACH_RELAY ?? 'http://127.0.0.1:8137';

export default defineConfig({
  plugins: [svelte()],
  // Relative addresses: the same files are served by the relay and by the app.
  base: './',
  build: {
    target: ['chrome111', 'safari16.4'],
    // One file of each: the page is small, and a second round trip costs more than it saves.
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    // Styles and pictures stay files: the content security policy knows no inline ones.
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/ws': { target: relay, ws: true }, '/room': { target: relay, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    // The contrast of the tokens is tested: style sheets must not be emptied.
    css: true,
    include: ['tests/**/*.test.ts'],
  },
});
