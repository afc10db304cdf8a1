/**
 * Compiles the catalogues in `messages/` to typed functions in `src/i18n/generated`. Does nothing
 * when those are newer than everything they are made from; `--force` compiles all the same.
 */
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ui = join(dirname(fileURLToPath(import.meta.url)), '..');
const generated = join(ui, 'src/i18n/generated');
const stamp = join(generated, '.stamp');

/** When a file was changed last; 0 when there is none. */
const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const sources = [
  ...readdirSync(join(ui, 'messages')).map((file) => join(ui, 'messages', file)),
  join(ui, 'project.inlang/settings.json'),
  join(ui, 'package.json'),
  fileURLToPath(import.meta.url),
];
const fresh = sources.every((path) => changed(path) < changed(stamp));

if (!fresh || process.argv.includes('--force')) {
  const { compile } = await import('@inlang/paraglide-js');
  process.chdir(ui);
  rmSync(generated, { recursive: true, force: true });
  await compile({
    project: './project.inlang',
    outdir: './src/i18n/generated',
    // The screens choose the language themselves (src/i18n/locale.svelte.ts).
    strategy: ['globalVariable', 'baseLocale'],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
  });
  writeFileSync(stamp, '');
}
// The compiler leaves timers behind that would keep the process for half a minute.
process.exit(0);
