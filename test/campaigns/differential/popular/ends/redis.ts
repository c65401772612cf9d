import { createServer, type Server } from 'node:net';
import type { Note } from './end.js';

/** Answers OK to each command of Redis. */
export function redisEnd(note: Note): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const words of commandsIn(data.toString('latin1'))) {
        if (!/^(HELLO|CLIENT)$/i.test(words[0] ?? '')) note(words.join(' '));
        socket.write(/^HELLO$/i.test(words[0] ?? '') ? '*2\r\n$6\r\nserver\r\n$5\r\nredis\r\n' : '+OK\r\n');
      }
    });
  });
}

function* commandsIn(text: string): Generator<string[]> {
  const lines = text.split('\r\n');
  for (let at = 0; at < lines.length; at += 1) {
    const count = Number(/^\*(\d+)$/.exec(lines[at] ?? '')?.[1] ?? 0);
    if (count === 0) continue;
    yield Array.from({ length: count }, (_, index) => lines[at + 2 + index * 2] ?? '');
    at += count * 2;
  }
}
