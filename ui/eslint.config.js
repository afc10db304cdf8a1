/**
 * Lints: TypeScript and Svelte by their recommended rules, no import cycles, and one seam to the shell.
 */
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const seam = {
  group: ['@tauri-apps/*'],
  message: 'Only src/backend/ and src/native/ may name the shell: add to their interfaces instead.',
};

export default ts.config(
  { ignores: ['dist', 'src/protocol', 'src/i18n/generated'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser } },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/parsers': {
        '@typescript-eslint/parser': ['.ts'],
        'svelte-eslint-parser': ['.svelte'],
      },
      'import-x/resolver-next': [createTypeScriptImportResolver()],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'no-restricted-imports': ['error', { patterns: [seam] }],
      // Maps and sets are values here that never change; the stores hold them raw.
      'svelte/prefer-svelte-reactivity': 'off',
      // The content security policy forbids style attributes; style: directives go through the CSSOM.
      'no-restricted-syntax': [
        'error',
        { selector: 'SvelteAttribute[key.name="style"]', message: 'Use a style: directive.' },
      ],
      eqeqeq: 'error',
      'max-lines': ['error', 600],
    },
  },
  {
    // For all files: the search for cycles reads .svelte files from .ts files too.
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  { files: ['src/backend/**', 'src/native/**'], rules: { 'no-restricted-imports': 'off' } },
  { files: ['*.js', '*.ts', 'scripts/**'], languageOptions: { globals: { ...globals.node } } },
);
