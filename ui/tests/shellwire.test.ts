// A room's line through the app's shell: which command follows which.
import { beforeEach, expect, it, vi } from 'vitest';
import { shellWire } from '../src/backend/tauri-room';

const shell = vi.hoisted(() => ({ begun: [] as string[], finish: [] as (() => void)[] }));

vi.mock('@tauri-apps/api/core', () => ({
  Channel: vi.fn(),
  invoke: (command: string) => {
    shell.begun.push(command);
    return new Promise<void>((done) => shell.finish.push(done));
  },
}));

beforeEach(() => {
  shell.begun.length = shell.finish.length = 0;
});

it('closes the line only after what was sent, and opens the next one after that', async () => {
  const events = { opened: vi.fn(), heard: vi.fn(), closed: vi.fn() };
  const wire = shellWire(null, () => {}, events);
  wire.send({ id: 1, message: { type: 'room', act: { type: 'leave' } } });
  wire.close();
  shellWire(null, () => {}, events);
  expect(events.closed).toHaveBeenCalledTimes(1);
  const order = ['room_connect', 'room_send', 'room_close', 'room_connect'];
  for (const [i] of order.entries()) {
    await vi.waitFor(() => expect(shell.begun).toHaveLength(i + 1));
    expect(shell.begun).toEqual(order.slice(0, i + 1));
    shell.finish[i]?.();
  }
});
