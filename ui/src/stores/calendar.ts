/**
 * A date for people's calendars: an iCalendar file (RFC 5545). Pure.
 */

/** What stands in the calendar. */
export interface Meeting {
  readonly title: string;
  readonly link: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Tells this meeting from all others. */
  readonly id: string;
}

/** A game of four takes about so long. */
const HOURS = 1;
/** No line of the file is longer, in bytes. */
const FOLD = 75;

/** "20261130T161500Z" */
function stamp(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** A text value, with what separates values escaped. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');
}

/** A long line goes on in the next one, after a blank; no character is cut in two. */
function folded(line: string): string {
  const bytes = new TextEncoder();
  const lines = [''];
  let used = 0;
  for (const sign of line) {
    const size = bytes.encode(sign).length;
    if (used + size > FOLD) {
      lines.push(' ');
      used = 1;
    }
    lines[lines.length - 1] += sign;
    used += size;
  }
  return lines.join('\r\n');
}

/**
 * The file's text.
 * @param now when it is written, in milliseconds since 1970
 */
export function calendarOf({ title, link, at, id }: Meeting, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vierschach//Rooms//EN',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(at)}`,
    `DTEND:${stamp(at + HOURS * 3_600_000)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(link)}`,
    `URL:${link}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** A moment as the browser's field for a day and a time has it, in local time: "2026-11-30T17:15". */
export function toField(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The moment in such a field; null: there is none. */
export function fromField(text: string): number | null {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? null : at;
}

/** The next evening at seven, in local time: what friends most often mean. */
export function nextEvening(now: number): number {
  const evening = new Date(now);
  evening.setHours(19, 0, 0, 0);
  if (evening.getTime() <= now) evening.setDate(evening.getDate() + 1);
  return evening.getTime();
}
