import { createServer, type Server } from 'node:net';
import type { Note } from './end.js';

/** Takes each mail. */
export function smtpEnd(note: Note): Server {
  return createServer((socket) => {
    let isBody = false;
    socket.on('error', () => undefined);
    socket.write('220 end\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString('latin1').split('\r\n').filter(Boolean)) {
        if (isBody && line !== '.') continue;
        if (isBody) isBody = false;
        if (/^(MAIL|RCPT|DATA)/.test(line)) note(line);
        isBody = line === 'DATA';
        socket.write(isBody ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
}
