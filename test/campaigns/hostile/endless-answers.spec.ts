import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { Connector, JsonObject } from '../../../src/connectors/connector.js';
import { mysql } from '../../../src/connectors/mysql/mysql.connector.js';
import { postgres } from '../../../src/connectors/postgres/postgres.connector.js';
import { redis } from '../../../src/connectors/redis/redis.connector.js';
import { s3 } from '../../../src/connectors/s3/s3.connector.js';

/** Bytes: several times what a connector reads from one server. */
const ENDLESS = 400_000_000;
const PIECE = Buffer.alloc(1_000_000, 'x');

/** The amount that one server has sent; it stops if nothing ends it. */
interface Endless {
  readonly port: number;
  sent(): number;
  stop(): void;
}

/** Sends on and on, as fast as it is read. */
function sendOn(to: Writable, count: (bytes: number) => number): void {
  const next = () => {
    for (let more = true; more && !to.destroyed; ) {
      if (count(PIECE.length) >= ENDLESS) return void to.end();
      more = to.write(PIECE);
    }
  };
  to.on('drain', next).on('error', () => undefined);
  next();
}

type Begin = (socket: Socket, go: (first: Buffer) => void) => void;

/** A server of which every connection says this first, and then says more without an end. */
async function startEndless(begin: Begin | 'http'): Promise<Endless> {
  let sent = 0;
  const count = (bytes: number) => {
    sent += bytes;
    return sent;
  };
  const sockets = new Set<Socket>();
  const server =
    begin === 'http'
      ? createHttpServer((request, reply) => {
          reply.writeHead(200, { 'content-type': 'text/plain', etag: '"1"' });
          if (request.method === 'HEAD') reply.end();
          else sendOn(reply, count);
        })
      : createServer((socket) => {
          begin(socket, (first) => {
            socket.write(first);
            sendOn(socket, count);
          });
        });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Builds the beginning of a message with the largest possible length. */
const longest = (type: string) => Buffer.from([type.charCodeAt(0), 0x7f, 0xff, 0xff, 0xff]);
const onceAsked: (first: Buffer) => Begin = (first) => (socket, go) => socket.once('data', () => go(first));

const rows = { table: 'customers', match: { id: 1 } };
const SERVERS: readonly (readonly [
  title: string,
  connector: Connector,
  begin: Begin | 'http',
  credentials: (port: number) => Record<string, string>,
  apiName: string,
  payload: JsonObject,
])[] = [
  [
    'PostgreSQL',
    postgres,
    onceAsked(longest('N')),
    (port) => ({ connectionString: `postgres://a:b@127.0.0.1:${port}/db` }),
    'postgres.rows.delete',
    rows,
  ],
  [
    'MySQL, which speaks first',
    mysql,
    (_, go) => go(Buffer.from([0xff, 0xff, 0xff, 0])),
    (port) => ({ connectionString: `mysql://a:b@127.0.0.1:${port}/db` }),
    'mysql.rows.delete',
    rows,
  ],
  [
    'Redis',
    redis,
    onceAsked(Buffer.from('$2000000000\r\n')),
    (port) => ({ url: `redis://127.0.0.1:${port}` }),
    'redis.keys.del',
    { keys: ['a'] },
  ],
  [
    'S3',
    s3,
    'http',
    (port) => ({
      ...{ accessKeyId: 'a', secretAccessKey: 'b', region: 'eu-central-1', baseUrl: `http://127.0.0.1:${port}` },
    }),
    's3.objects.delete',
    { Bucket: 'bucket', Key: 'a' },
  ],
];

it.each(SERVERS)(
  'What %s answers without an end is read up to a bound, however long there is time',
  async (_, connector, begin, credentials, apiName, payload) => {
    const server = await startEndless(begin);
    try {
      const context = {
        credentials: credentials(server.port),
        allowedPrivateHosts: ['127.0.0.1'],
        timeoutMs: 100_000,
      };
      const found = await connector.capture({ apiName, payload }, context);
      expect(found.captured).toBe(false);
      expect(server.sent()).toBeGreaterThan(0);
      expect(server.sent()).toBeLessThan(ENDLESS);
    } finally {
      server.stop();
    }
  },
);
