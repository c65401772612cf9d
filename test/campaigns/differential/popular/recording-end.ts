import { newCustomerDatabase } from '../../../support/customer-database.js';
import { requireFromHome } from './clients/popular-client.js';
import { amqpEnd } from './ends/amqp.js';
import { listening } from './ends/end.js';
import { httpEnd } from './ends/http.js';
import { kafkaEnd } from './ends/kafka.js';
import { memcachedEnd } from './ends/memcached.js';
import { mongodbEnd } from './ends/mongodb.js';
import { mqttEnd } from './ends/mqtt.js';
import { natsEnd } from './ends/nats.js';
import { postgresEnd } from './ends/postgres.js';
import { redisEnd } from './ends/redis.js';
import { smtpEnd } from './ends/smtp.js';
import { sshEnd } from './ends/ssh.js';

type Protocol = keyof ReturnType<typeof endsOf>;

/** The other end of every client: it notes each request, and answers in a way that the client accepts as a success. */
export interface RecordingEnd {
  /** The address of the end of HTTP. */
  readonly url: string;
  readonly ports: Readonly<Record<Protocol, number>>;
  /** A real PostgreSQL, whose statements are noted. */
  readonly postgresUrl: string;
  /** Returns the requests since the last call. */
  take(): string[];
  stop(): Promise<void>;
}

export async function startRecordingEnd(): Promise<RecordingEnd> {
  const sent: string[] = [];
  const database = await newCustomerDatabase();
  await database.pool.query('CREATE TABLE things (id int PRIMARY KEY, name text)');
  const ends = endsOf((request) => sent.push(request), database.url);
  const ports = {} as Record<Protocol, number>;
  for (const [protocol, server] of Object.entries(ends)) ports[protocol as Protocol] = await listening(server);
  const postgresUrl = new URL(database.url);
  postgresUrl.hostname = '127.0.0.1';
  postgresUrl.port = String(ports.postgres);
  return {
    url: `http://127.0.0.1:${ports.http}`,
    ports,
    postgresUrl: postgresUrl.href,
    take: () => sent.splice(0),
    stop: async () => {
      ends.http.closeAllConnections();
      for (const server of Object.values(ends)) server.close();
      await database.drop();
    },
  };
}

function endsOf(note: (sent: string) => void, databaseUrl: string) {
  return {
    http: httpEnd(note),
    redis: redisEnd(note),
    smtp: smtpEnd(note),
    nats: natsEnd(note),
    memcached: memcachedEnd(note),
    kafka: kafkaEnd(note),
    mongodb: mongodbEnd(note, requireFromHome('bson')),
    amqp: amqpEnd(note, requireFromHome('./node_modules/amqplib/lib/defs.js')),
    mqtt: mqttEnd(note, requireFromHome('mqtt-packet')),
    ssh: sshEnd(note, requireFromHome('ssh2')),
    postgres: postgresEnd(note, databaseUrl),
  };
}
