import { createServer, type Server } from 'node:net';
import { messages, type Note } from './end.js';

const HEADER = 24;
const QUIT = 7;

/** Answers success to each request of the binary protocol of memcached. */
export function memcachedEnd(note: Note): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on(
      'data',
      messages((data) => {
        const length = data.length < HEADER ? Number.POSITIVE_INFINITY : HEADER + data.readUInt32BE(8);
        if (data.length < length) return 0;
        const extras = data.readUInt8(4);
        if (data.readUInt8(1) === QUIT) return length;
        note(`memcached ${data.readUInt8(1)} ${data.toString('latin1', HEADER + extras, length)}`);
        const answer = Buffer.alloc(HEADER);
        answer.writeUInt8(0x81, 0);
        answer.writeUInt8(data.readUInt8(1), 1);
        data.copy(answer, 12, 12, 16);
        socket.write(answer);
        return length;
      }),
    );
  });
}
