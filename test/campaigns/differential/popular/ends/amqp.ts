// biome-ignore-all lint/suspicious/noExplicitAny: the codec of amqplib has no types.
import { createServer, type Server } from 'node:net';
import { messages, type Note } from './end.js';

const HEADER = 8;
const [METHOD_FRAME, BODY_FRAME] = [1, 3];

/** A broker of AMQP 0-9-1 that takes what is published. `defs` is the codec of amqplib. */
export function amqpEnd(note: Note, defs: any): Server {
  const answers: Readonly<Record<number, readonly [id: number, fields: object]>> = {
    [defs.ConnectionStartOk]: [defs.ConnectionTune, { channelMax: 0, frameMax: 131_072, heartbeat: 0 }],
    [defs.ConnectionOpen]: [defs.ConnectionOpenOk, { knownHosts: '' }],
    [defs.ConnectionClose]: [defs.ConnectionCloseOk, {}],
    [defs.ChannelOpen]: [defs.ChannelOpenOk, { channelId: Buffer.from('') }],
    [defs.ChannelClose]: [defs.ChannelCloseOk, {}],
    [defs.QueueDeclare]: [defs.QueueDeclareOk, { queue: 'things', messageCount: 0, consumerCount: 0 }],
    [defs.QueueDelete]: [defs.QueueDeleteOk, { messageCount: 0 }],
    [defs.QueuePurge]: [defs.QueuePurgeOk, { messageCount: 2 }],
  };
  return createServer((socket) => {
    socket.on('error', () => undefined);
    let hasStarted = false;
    const start = { versionMajor: 0, versionMinor: 9, serverProperties: {}, mechanisms: Buffer.from('PLAIN') };
    socket.on(
      'data',
      messages((data) => {
        if (!hasStarted) {
          if (data.length < HEADER) return 0;
          hasStarted = true;
          socket.write(defs.encodeMethod(defs.ConnectionStart, 0, { ...start, locales: Buffer.from('en_US') }));
          return HEADER;
        }
        const length = data.length < 7 ? Number.POSITIVE_INFINITY : 8 + data.readUInt32BE(3);
        if (data.length < length) return 0;
        const payload = data.subarray(7, length - 1);
        if (data[0] === BODY_FRAME) note(`body ${payload.toString('latin1')}`);
        if (data[0] === METHOD_FRAME) {
          const id = payload.readUInt32BE(0);
          const { name } = defs.info(id);
          if (!/^(Connection|Channel)/.test(name))
            note(`${name} ${JSON.stringify(defs.decode(id, payload.subarray(4)))}`);
          const answer = answers[id];
          if (answer) socket.write(defs.encodeMethod(answer[0], data.readUInt16BE(1), answer[1]));
        }
        return length;
      }),
    );
  });
}
