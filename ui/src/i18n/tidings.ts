/**
 * What people in a room hear of each other, as sentences.
 */
import type { Tiding } from '../stores/tidings';
import { m } from './generated/messages.js';

/** "Anna has left. Ben hosts the room now." */
export function tidingWords(tiding: Tiding): string {
  const name = tiding.name ?? '';
  switch (tiding.type) {
    case 'came':
      return m.news_came({ name });
    case 'lost':
      return m.news_lost({ name });
    case 'back':
      return m.news_back({ name });
    case 'stand-in':
      return m.news_stand_in({ name });
    case 'relieved':
      return m.news_relieved({ name });
    case 'took':
      return m.news_took({ name, color: tiding.color });
    case 'unready':
      return m.ready_again();
    case 'left':
      return tiding.plays ? m.news_left_seat({ name }) : m.news_left({ name });
    case 'kicked':
      return m.news_kicked({ name });
    case 'host':
      return hostWords(tiding.gone, tiding.name);
    case 'take-back':
      return takeBackWords(tiding.end, name);
  }
}

function hostWords(gone: string | null, host: string | null): string {
  if (gone === null) return host === null ? m.news_host_you() : m.news_host({ name: host });
  if (host === null) return m.news_left_host_you({ name: gone });
  return m.news_left_host({ name: gone, host });
}

function takeBackWords(end: Extract<Tiding, { type: 'take-back' }>['end'], name: string): string {
  switch (end) {
    case 'agreed':
      return m.back_agreed();
    case 'refused':
      return m.back_refused({ name });
    case 'unanswered':
      return m.back_unanswered();
    case 'gone':
      return m.back_gone({ name });
    case 'moved-on':
      return m.back_moved_on();
  }
}
