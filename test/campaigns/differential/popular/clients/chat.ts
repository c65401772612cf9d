// biome-ignore-all lint/suspicious/noExplicitAny: clients of which no types are installed.
import { GET, load, type PopularClient } from './popular-client.js';

export const CHAT_CLIENTS: readonly PopularClient[] = [
  {
    name: 'grammy',
    wrapped: 'new Bot().api',
    make: async ({ url }) => new (await load('grammy')).Bot('1:x', { client: { apiRoot: url } }).api,
    uses: [
      async (api) => (await api.sendMessage(1, 'text')).message_id,
      (api) => api.deleteMessage(1, 2).then((answer: any) => answer.message_id),
      (api) => api.raw.setMyName({ name: 'x' }).then((answer: any) => answer.message_id),
    ],
  },
  {
    name: '@discordjs/rest',
    wrapped: 'new REST()',
    reads: ['setToken', 'get'],
    isRead: GET,
    make: async ({ url }) => new (await load('@discordjs/rest')).REST({ api: url, version: '10' }).setToken('x'),
    uses: [
      async (rest) => (await rest.post('/channels/1/messages', { body: { content: 'x' } })).id,
      async (rest) => (await rest.delete('/channels/1/messages/2')).id,
      async (rest) => (await rest.setToken('y').get('/channels/1')).id,
    ],
  },
  {
    name: 'telegraf',
    wrapped: 'new Telegraf().telegram',
    make: async ({ url }) => new (await load('telegraf')).Telegraf('1:x', { telegram: { apiRoot: url } }).telegram,
    uses: [
      async (telegram) => (await telegram.sendMessage(1, 'text')).message_id,
      async (telegram) => (await telegram.callApi('deleteMessage', { chat_id: 1, message_id: 2 })).message_id,
    ],
  },
  {
    name: '@slack/webhook',
    wrapped: 'new IncomingWebhook()',
    make: async ({ url }) => new (await load('@slack/webhook')).IncomingWebhook(`${url}/hook`),
    uses: [(webhook) => webhook.send({ text: 'x' }).then(({ text }: any) => text.length)],
  },
  {
    name: '@line/bot-sdk',
    wrapped: 'new MessagingApiClient()',
    make: async ({ url }) => {
      const { messagingApi } = await load('@line/bot-sdk');
      return new messagingApi.MessagingApiClient({ channelAccessToken: 'x', baseURL: url });
    },
    uses: [
      (line) =>
        line.pushMessage({ to: 'U1', messages: [{ type: 'text', text: 'x' }] }, 'key').then(({ ok }: any) => ok),
      (line) => line.deleteRichMenu('r1').then(({ ok }: any) => ok),
    ],
  },
  {
    name: 'twilio',
    wrapped: 'twilio()',
    make: async ({ url }) => {
      const twilio = (await load('twilio')).default;
      const client = twilio(`AC${'0'.repeat(32)}`, 'secret');
      const { request } = client.httpClient;
      // Twilio takes no other address: its requests are sent to the end instead.
      client.httpClient.request = (options: any) =>
        request.call(client.httpClient, { ...options, uri: options.uri.replace(/^https:\/\/[^/]+/, url) });
      return client;
    },
    uses: [
      async (twilio) => (await twilio.messages.create({ to: '+1', from: '+2', body: 'x' })).status,
      async (twilio) =>
        String(
          await twilio
            .messages('SM1')
            .remove()
            .catch((error: Error) => error.name),
        ),
      async (twilio) => (await twilio.calls('CA1').update({ status: 'completed' })).status,
    ],
  },
  {
    name: 'pusher',
    wrapped: 'new Pusher()',
    make: async ({ ports }) => {
      const options = { appId: '1', key: 'k', secret: 's', host: '127.0.0.1', port: String(ports.http), useTLS: false };
      return new (await load('pusher')).default(options);
    },
    uses: [async (pusher) => (await pusher.trigger('channel', 'event', { a: 1 })).status],
  },
];
