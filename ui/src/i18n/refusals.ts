/**
 * Why the host did not do what a screen asked, as a sentence where it was asked.
 */
import { Refusal } from '../stores/requests';
import { m } from './generated/messages.js';

/** The sentence of a refusal; of anything else, the one given. */
export function refusalOf(why: unknown, otherwise: string): string {
  if (!(why instanceof Refusal)) return otherwise;
  if (why.code === 'offline') return m.offline_text();
  if (why.code === 'bad-import') return importFault(why.params);
  return m.refused({ code: why.code });
}

/** "Line 3, sign 14: this can't be read: Qx9." as far as the host knows. */
function importFault({ line, column, found }: Refusal['params']): string {
  const where =
    line === undefined
      ? null
      : column === undefined
        ? m.import_line({ line })
        : m.import_line_sign({ line, column });
  const what = found === undefined ? m.import_fault() : m.import_fault_found({ found });
  return where === null ? what : m.import_fault_at({ where, what });
}
