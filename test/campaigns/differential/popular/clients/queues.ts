// biome-ignore-all lint/suspicious/noExplicitAny: clients of which no types are installed.
import { load, type PopularClient } from './popular-client.js';

export const QUEUE_CLIENTS: readonly PopularClient[] = [
  {
    name: 'kafkajs',
    wrapped: 'kafka.producer()',
    make: async ({ ports }) => {
      const { default: kafkajs } = await load('kafkajs');
      const kafka = new kafkajs.Kafka({ brokers: [`127.0.0.1:${ports.kafka}`], retry: { retries: 0 }, logLevel: 0 });
      const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
      await producer.connect();
      return producer;
    },
    uses: [
      async (producer) => {
        const messages = [{ value: 'first value', timestamp: '1700000000000' }];
        const [{ errorCode }] = await producer.send({ topic: 'things', messages });
        return errorCode;
      },
    ],
    close: (producer) => producer.disconnect(),
  },
  {
    name: 'amqplib',
    wrapped: 'await connection.createChannel()',
    make: async ({ ports }) => {
      const { default: amqp } = await load('amqplib');
      const connection = await amqp.connect(`amqp://guest:guest@127.0.0.1:${ports.amqp}`);
      return connection.createChannel();
    },
    uses: [
      async (channel) => (await channel.assertQueue('things')).queue,
      async (channel) => {
        const hasRoom = await channel.sendToQueue('things', Buffer.from('x'), { persistent: true });
        return [hasRoom, (await channel.purgeQueue('things')).messageCount];
      },
    ],
    close: (channel) => channel.connection.close(),
  },
  {
    name: 'mqtt',
    wrapped: 'await connectAsync()',
    callbacks: ['publish'],
    make: async ({ ports }) => (await load('mqtt')).default.connectAsync(`mqtt://127.0.0.1:${ports.mqtt}`),
    uses: [
      async (mqtt) => (await mqtt.publishAsync('things', 'x', { qos: 1 }))?.cmd,
      (mqtt) =>
        new Promise((resolve) => mqtt.publish('things', 'y', { qos: 1 }, (error: any) => resolve(error?.name ?? null))),
    ],
    close: (mqtt) => mqtt.end(true),
  },
  {
    name: 'nats',
    wrapped: 'await connect()',
    reads: ['flush'],
    make: async ({ ports }) => (await load('nats')).default.connect({ servers: `127.0.0.1:${ports.nats}` }),
    uses: [
      async (nats) => {
        await nats.publish('things', 'x');
        await nats.flush();
      },
    ],
    close: (nats) => nats.close(),
  },
];
