/**
 * The words of the screens: one typed function a message, in the language chosen.
 */
import './locale.svelte';

export { m } from './generated/messages.js';
export { chooseLanguage, language } from './locale.svelte';
