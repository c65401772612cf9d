import { connect, createServer, type Server } from 'node:net';
import { messages, type Note } from './end.js';

const STARTS = 8;

/** A relay to a real PostgreSQL that notes the statements and the values of parameters. */
export function postgresEnd(note: Note, url: string): Server {
  const { hostname, port } = new URL(url);
  return createServer((socket) => {
    const server = connect(Number(port || 5432), hostname);
    for (const [from, to] of [
      [socket, server],
      [server, socket],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (data) => to.write(data));
    }
    let hasStarted = false;
    socket.on(
      'data',
      messages((data) => {
        // The first message has no type.
        const lengthAt = hasStarted ? 1 : 0;
        const length =
          data.length < STARTS - 3 + lengthAt ? Number.POSITIVE_INFINITY : lengthAt + data.readUInt32BE(lengthAt);
        if (data.length < length) return 0;
        const type = String.fromCharCode(data[0] ?? 0);
        if (hasStarted && 'QPB'.includes(type)) note(`${type} ${textOf(data.subarray(5, length))}`);
        hasStarted = true;
        return length;
      }),
    );
  });
}

/** The texts of a message: statements and values; names of prepared statements differ from run to run. */
function textOf(body: Buffer): string {
  const texts = body.toString('latin1').split(/[^\x20-\x7e\n\t]+/);
  return texts.filter((text) => text !== '' && !/^[a-z0-9]{8,14}$/.test(text)).join(' ');
}
