import { createServer, type Server } from 'node:net';
import type { Note } from './end.js';

/** Takes what is published to NATS. */
export function natsEnd(note: Note): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('INFO {"server_id":"end","version":"2.10.0","proto":1,"headers":true,"max_payload":1048576}\r\n');
    let rest = '';
    socket.on('data', (data) => {
      const lines = (rest + data.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === 'PING') socket.write('PONG\r\n');
        else if (!/^(CONNECT|PONG|SUB|UNSUB)/.test(line)) note(line);
      }
    });
  });
}
