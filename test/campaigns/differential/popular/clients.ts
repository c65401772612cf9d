// biome-ignore-all lint/suspicious/noExplicitAny: clients of which no types are installed.
import { createRequire } from 'node:module';
import type { RecordingEnd } from './recording-end.js';

/** A client of npm that no connector knows, with uses that cover how it is called. */
export interface PopularClient {
  readonly name: string;
  /** The expression that people give to `wrap()`. */
  readonly wrapped: string;
  readonly reads?: readonly string[];
  readonly through?: readonly string[];
  readonly callbacks?: readonly string[];
  make(end: RecordingEnd): Promise<any>;
  /** Calls of the client; each returns what the program sees. */
  readonly uses: readonly ((client: any) => unknown)[];
  /** Tells whether a request is a read, which reaches the end although everything is blocked; `reads` names it. */
  readonly isRead?: (sent: string) => boolean;
  close?(client: any): unknown;
}

const home = createRequire(new URL('../../../stand-ins/clients/package.json', import.meta.url));
const ours = createRequire(import.meta.url);
const load = async (name: string): Promise<any> => import(home.resolve(name));
const GET = (sent: string) => sent.startsWith('GET ');
const failed = (call: PromiseLike<unknown>) =>
  call.then(
    () => 'did not fail',
    (error: any) => [error.name, error.message, error.code, error.response?.status ?? error.status],
  );

export const POPULAR: readonly PopularClient[] = [
  {
    name: 'axios',
    wrapped: 'axios.create()',
    reads: ['get', 'interceptors.request.use'],
    isRead: GET,
    make: async ({ url }) => (await load('axios')).default.create({ baseURL: url }),
    uses: [
      async (axios) => (await axios.post('/things', { a: 1 })).data.id,
      async (axios) => (await axios({ method: 'delete', url: '/things/1' })).status,
      async (axios) => (await axios.get('/things')).data,
      (axios) => failed(axios.put('/fails', { b: 2 })),
      async (axios) => {
        axios.defaults.headers.common['x-test'] = 'yes';
        axios.interceptors.request.use((config: any) => ({ ...config, url: `/through${config.url}` }));
        return (await axios.patch('/things/1', [1])).status;
      },
      (axios) =>
        Promise.all([axios.post('/first'), axios.post('/second')]).then((all: any[]) =>
          all.map(({ status }) => status),
        ),
    ],
  },
  {
    name: 'got',
    wrapped: 'got',
    reads: ['get', 'get.json'],
    isRead: GET,
    make: async ({ url }) => (await load('got')).default.extend({ prefixUrl: url, retry: { limit: 0 } }),
    uses: [
      (got) => got.post('things', { json: { a: 1 } }).json(),
      async (got) => (await got('things/1', { method: 'DELETE' })).statusCode,
      (got) => got.get('things').json(),
      (got) => failed(got.put('fails', { json: {} })),
      (got) =>
        got
          .extend({ headers: { 'x-test': 'yes' } })
          .patch('things/1', { body: 'text' })
          .text(),
    ],
  },
  {
    name: 'ky',
    wrapped: 'ky.create()',
    reads: ['get', 'get.json'],
    isRead: GET,
    make: async ({ url }) => (await load('ky')).default.create({ prefixUrl: url, retry: 0 }),
    uses: [
      (ky) => ky.post('things', { json: { a: 1 } }).json(),
      async (ky) => (await ky('things/1', { method: 'delete' })).status,
      (ky) => ky.get('things').json(),
      (ky) => failed(ky.put('fails', { json: {} })),
    ],
  },
  {
    name: 'undici',
    wrapped: 'new Client()',
    make: async ({ url }) => new (ours('undici').Client)(url),
    uses: [
      async (client) => (await client.request({ path: '/things', method: 'POST', body: '{"a":1}' })).statusCode,
      async (client) => (await (await client.request({ path: '/things', method: 'DELETE' })).body.json()).id,
    ],
    close: (client) => client.close(),
  },
  {
    name: 'superagent',
    wrapped: 'superagent.agent()',
    make: async () => (await load('superagent')).default,
    uses: [
      async (agent) => (await agent.post(`${END.url}/things`).send({ a: 1 }).set('x-test', 'yes')).status,
      (agent) => failed(agent.put(`${END.url}/fails`).send({ a: 1 })),
      async (agent) => (await agent.delete(`${END.url}/things/1`).query({ force: true })).body.id,
    ],
  },
  {
    name: 'needle',
    wrapped: 'needle',
    callbacks: ['post'],
    make: async () => (await load('needle')).default,
    uses: [
      async (needle) => (await needle('put', `${END.url}/things`, { a: 1 }, { json: true })).statusCode,
      (needle) =>
        new Promise((resolve) =>
          needle.post(`${END.url}/things`, 'a=1', (error: unknown, answer: any) =>
            resolve([error, answer?.statusCode]),
          ),
        ),
    ],
  },
  {
    name: 'resend',
    wrapped: 'new Resend()',
    make: async ({ url }) => new (await load('resend')).Resend('re_x', { baseUrl: url }),
    uses: [
      (resend) =>
        resend.emails
          .send({ from: 'a@example.com', to: 'b@example.com', subject: 's', text: 't' })
          .then(({ error }: any) => error),
      (resend) => resend.contacts.remove({ audienceId: 'a', email: 'b@example.com' }).then(({ error }: any) => error),
    ],
  },
  {
    name: '@sendgrid/mail',
    wrapped: 'sgMail',
    callbacks: ['send'],
    make: async ({ url }) => {
      const { MailService } = (await load('@sendgrid/mail')).default;
      const mail = new MailService();
      mail.setApiKey('SG.x');
      mail.client.setDefaultRequest('baseUrl', url);
      return mail;
    },
    uses: [
      async (mail) =>
        (await mail.send({ from: 'a@example.com', to: 'b@example.com', subject: 's', text: 't' }))[0].statusCode,
      (mail) =>
        new Promise((resolve) =>
          mail.send(
            { from: 'a@example.com', to: 'c@example.com', subject: 's', text: 't' },
            false,
            (error: any, answers: any) => resolve([error?.code, answers?.[0]?.statusCode]),
          ),
        ),
    ],
  },
  {
    name: '@supabase/postgrest-js',
    wrapped: 'createClient() of Supabase, or PostgrestClient',
    make: async ({ url }) => new (await load('@supabase/postgrest-js')).PostgrestClient(url),
    uses: [
      async (db) => (await db.from('things').delete().eq('id', 1).select()).status,
      async (db) => (await db.from('things').insert({ a: 1 })).error,
      async (db) => {
        let query = db.from('things').update({ a: 2 });
        for (const [column, value] of [
          ['id', 1],
          ['open', true],
        ])
          query = query.eq(column, value);
        return (await query).status;
      },
      async (db) => (await db.rpc('close_all', { before: 1 })).status,
    ],
  },
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
    name: 'mailgun.js',
    wrapped: 'new Mailgun().client()',
    make: async ({ url }) =>
      new (await load('mailgun.js')).default(FormData).client({ username: 'api', key: 'k', url }),
    uses: [
      (mailgun) =>
        mailgun.messages
          .create('example.com', { from: 'a@example.com', to: 'b@example.com', text: 't' })
          .then(({ status }: any) => status),
      (mailgun) =>
        mailgun.suppressions.destroy('example.com', 'bounces', 'b@example.com').then(
          ({ status }: any) => status,
          (error: Error) => error.message,
        ),
    ],
  },
  {
    name: 'node-zendesk',
    wrapped: 'createClient()',
    make: async ({ url }) => (await load('node-zendesk')).createClient({ username: 'u', token: 't', endpointUri: url }),
    uses: [
      (zendesk) =>
        zendesk.tickets.create({ ticket: { subject: 's' } }).then(JSON.stringify, (error: Error) => error.message),
      (zendesk) => zendesk.users.delete(1).then(JSON.stringify, (error: Error) => error.message),
    ],
  },
  {
    name: 'meilisearch',
    wrapped: 'new MeiliSearch()',
    make: async ({ url }) => {
      const { Meilisearch, MeiliSearch = Meilisearch } = await load('meilisearch');
      return new MeiliSearch({ host: url, apiKey: 'k' });
    },
    uses: [
      async (client) => (await client.index('things').addDocuments([{ id: 1 }])).taskUid,
      async (client) => (await client.index('things').deleteDocument(1)).taskUid,
      async (client) => (await client.deleteIndex('things')).taskUid,
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
    name: 'openai',
    wrapped: 'new OpenAI()',
    make: async ({ url }) => new (ours('openai').OpenAI)({ apiKey: 'k', baseURL: url, maxRetries: 0 }),
    uses: [
      (openai) => openai.chat.completions.create({ model: 'm', messages: [] }).then(({ object }: any) => object),
      async (openai) => (await openai.files.delete('f1').withResponse()).response.status,
      (openai) => failed(openai.files.delete('fails')),
    ],
  },
  {
    name: 'nodemailer',
    wrapped: 'createTransport()',
    callbacks: ['sendMail'],
    make: async ({ smtpPort }) =>
      ours('nodemailer').createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true }),
    uses: [
      async (mailer) => (await mailer.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 't' })).accepted,
      (mailer) =>
        new Promise((resolve) =>
          mailer.sendMail({ from: 'a@example.com', to: 'c@example.com', text: 't' }, (error: unknown, info: any) =>
            resolve([error, info?.accepted]),
          ),
        ),
    ],
  },
  {
    name: 'redis',
    wrapped: 'createClient() of node-redis',
    make: async ({ redisUrl }) => {
      const client = (await load('redis')).createClient({ url: redisUrl, RESP: 2 });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    uses: [
      (redis) => redis.set('k', 'v'),
      (redis) => redis.del(['k', 'l']),
      (redis) => redis.sendCommand(['FLUSHALL']),
      (redis) => Promise.all([redis.incr('a'), redis.incr('b')]),
    ],
    close: (client) => client.destroy(),
  },
  {
    name: 'execa',
    wrapped: 'execa',
    make: async () => (await load('execa')).execa,
    uses: [
      async (execa) => (await execa(process.execPath, ['-e', sending('/by-execa')])).exitCode,
      async (execa) => (await execa`${process.execPath} -e ${sending('/by-template')}`).stdout,
    ],
  },
];

/** Set by the test, for clients that are given a whole address with each call. */
export const END = { url: '' };

function sending(path: string): string {
  return `fetch('${END.url}${path}', { method: 'POST' }).then(() => console.log('sent'))`;
}
