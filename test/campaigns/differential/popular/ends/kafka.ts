import { createServer, type Server } from 'node:net';
import { messages, type Note } from './end.js';

const [PRODUCE, METADATA, API_VERSIONS] = [0, 3, 18];
/** The newest version of each request that this end answers. */
const VERSIONS = [
  [PRODUCE, 2],
  [METADATA, 1],
  [API_VERSIONS, 0],
] as const;
const TOPIC = 'things';

/** A broker of one topic with one partition. */
export function kafkaEnd(note: Note): Server {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on(
      'data',
      messages((data) => {
        const length = data.length < 4 ? Number.POSITIVE_INFINITY : 4 + data.readInt32BE(0);
        if (data.length < length) return 0;
        const [key, version] = [data.readInt16BE(4), data.readInt16BE(6)];
        if (key === PRODUCE) note(`Produce ${printable(data.subarray(14, length))}`);
        const body = bodyOf(key, version, (server.address() as { port: number }).port);
        socket.write(Buffer.concat([int32(4 + body.length), data.subarray(8, 12), body]));
        return length;
      }),
    );
  });
  return server;
}

function bodyOf(key: number, version: number, port: number): Buffer {
  if (key === API_VERSIONS) {
    const apis = VERSIONS.map(([api, newest]) => Buffer.concat([int16(api), int16(0), int16(newest)]));
    return Buffer.concat([int16(0), array(apis), ...(version > 0 ? [int32(0)] : [])]);
  }
  if (key === METADATA) {
    const broker = Buffer.concat([int32(1), text('127.0.0.1'), int32(port), int16(-1)]);
    const partition = Buffer.concat([int16(0), int32(0), int32(1), array([int32(1)]), array([int32(1)])]);
    const topic = Buffer.concat([int16(0), text(TOPIC), Buffer.from([0]), array([partition])]);
    return Buffer.concat([array([broker]), int32(1), array([topic])]);
  }
  const partition = Buffer.concat([int32(0), int16(0), Buffer.alloc(8), Buffer.alloc(8, 0xff)]);
  return Buffer.concat([array([Buffer.concat([text(TOPIC), array([partition])])]), int32(0)]);
}

const printable = (bytes: Buffer) => (bytes.toString('latin1').match(/[\x20-\x7e]{4,}/g) ?? []).join(' ');

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

const text = (value: string) => Buffer.concat([int16(value.length), Buffer.from(value)]);
const array = (items: readonly Buffer[]) => Buffer.concat([int32(items.length), ...items]);
