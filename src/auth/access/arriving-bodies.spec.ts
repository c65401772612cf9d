import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { fastify } from 'fastify';
import { ArrivingBodies } from './arriving-bodies.js';

const BODY = JSON.stringify({ apiName: 'stripe.charges.create' });
const HEAD = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${BODY.length}\r\n\r\n`;

/** Sends a request in these pieces; tells whether its body was read as it came, and what arrived. */
async function sent(...pieces: string[]) {
  const bodies = new ArrivingBodies({ among: async () => ({ revoked: [], paused: [] }) } as never, null as never);
  const app = fastify();
  let isAsItCame: boolean | undefined;
  app.addHook('onRequest', async (request, reply) => {
    bodies.watch(request, reply);
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const read = bodies.read(request, payload as never);
    isAsItCame = read === payload;
    done(null, read);
  });
  app.post('/', async ({ body }) => body);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await closed;
  await app.close();
  return { isAsItCame, body: answer.split('\r\n\r\n')[1] };
}

describe('the body of a request', () => {
  it('is read as it came when it arrived with the headers', async () => {
    expect(await sent(HEAD + BODY)).toEqual({ isAsItCame: true, body: BODY });
  });

  it('is read through a stream that can fail when it arrives later', async () => {
    expect(await sent(HEAD, BODY)).toEqual({ isAsItCame: false, body: BODY });
    expect(await sent(HEAD + BODY.slice(0, 5), BODY.slice(5))).toEqual({ isAsItCame: false, body: BODY });
  });
});
