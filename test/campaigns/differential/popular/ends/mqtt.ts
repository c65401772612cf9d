// biome-ignore-all lint/suspicious/noExplicitAny: packets of any form.
import { createServer, type Server } from 'node:net';
import type { Note } from './end.js';

/** A broker of MQTT that takes what is published. `codec` is the package mqtt-packet. */
export function mqttEnd(note: Note, codec: any): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    const parser = codec.parser();
    parser.on('packet', ({ cmd, messageId, topic, payload, qos }: any) => {
      if (cmd === 'connect') socket.write(codec.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
      if (cmd === 'pingreq') socket.write(codec.generate({ cmd: 'pingresp' }));
      if (cmd !== 'publish') return;
      note(`publish ${topic} ${payload}`);
      if (qos === 1) socket.write(codec.generate({ cmd: 'puback', messageId }));
    });
    socket.on('data', (data) => parser.parse(data));
  });
}
