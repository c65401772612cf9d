// biome-ignore-all lint/suspicious/noExplicitAny: documents of any form.
import { createServer, type Server, type Socket } from 'node:net';
import { messages, type Note, plain } from './end.js';

const OP_MSG = 2013;
const OP_QUERY = 2004;
const OP_REPLY = 1;
const SILENT = /^(hello|ismaster|isMaster|ping|endSessions)$/;

interface Bson {
  serialize(document: object): Uint8Array;
  deserialize(bytes: Uint8Array): any;
}

/** Answers ok to each command of MongoDB. */
export function mongodbEnd(note: Note, bson: Bson): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on(
      'data',
      messages((data) => {
        const length = data.length < 4 ? Number.POSITIVE_INFINITY : data.readInt32LE(0);
        if (data.length < length) return 0;
        answer(socket, data.subarray(0, length), bson, note);
        return length;
      }),
    );
  });
}

function answer(socket: Socket, message: Buffer, bson: Bson, note: Note): void {
  const opCode = message.readInt32LE(12);
  const command = opCode === OP_MSG ? commandOf(message, bson) : bson.deserialize(afterName(message, 20).subarray(8));
  const [name = ''] = Object.keys(command);
  const { lsid: _, $db: __, $clusterTime: ___, $readPreference: ____, ...noted } = command;
  if (!SILENT.test(name)) note(plain(JSON.stringify(noted)));
  const ns = `${command.$db}.${command[name]}`;
  const document = Buffer.from(
    bson.serialize({
      ...{ helloOk: true, isWritablePrimary: true, maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000 },
      ...{ maxWriteBatchSize: 100_000, minWireVersion: 0, maxWireVersion: 25, readOnly: false, localTime: new Date() },
      ...{ n: 1, nModified: 1, cursor: { id: 0, ns, firstBatch: [] }, ok: 1 },
    }),
  );
  const isReply = opCode === OP_QUERY;
  const body = isReply
    ? Buffer.concat([ints(8), Buffer.alloc(8), ints(0, 1), document])
    : Buffer.concat([ints(0), Buffer.from([0]), document]);
  const head = ints(16 + body.length, 1, message.readInt32LE(4), isReply ? OP_REPLY : OP_MSG);
  socket.write(Buffer.concat([head, body]));
}

function commandOf(message: Buffer, bson: Bson): any {
  let command: any = {};
  for (let at = 20; at < message.length; ) {
    const kind = message[at];
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (kind === 0) command = { ...bson.deserialize(section), ...command };
    else {
      const name = section.toString('latin1', 4, section.indexOf(0, 4));
      const documents: any[] = [];
      for (let inner = 5 + name.length; inner < section.length; inner += section.readInt32LE(inner))
        documents.push(bson.deserialize(section.subarray(inner, inner + section.readInt32LE(inner))));
      command = { ...command, [name]: documents };
    }
    at += 1 + size;
  }
  return command;
}

const afterName = (message: Buffer, at: number) => message.subarray(message.indexOf(0, at) + 1);

function ints(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, index * 4);
  return bytes;
}
