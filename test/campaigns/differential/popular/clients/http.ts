// biome-ignore-all lint/suspicious/noExplicitAny: clients of which no types are installed.
import { END, failed, GET, load, ofProject, type PopularClient } from './popular-client.js';

export const HTTP_CLIENTS: readonly PopularClient[] = [
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
    make: async ({ url }) => new (ofProject('undici').Client)(url),
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
    name: 'node-fetch',
    wrapped: 'fetch',
    make: async () => (await load('node-fetch')).default,
    uses: [
      async (fetch) => (await fetch(`${END.url}/things`, { method: 'POST', body: '{"a":1}' })).status,
      async (fetch) => {
        const answer = await fetch(`${END.url}/fails`, { method: 'DELETE' });
        return [answer.ok, answer.status];
      },
    ],
  },
  {
    name: 'ofetch',
    wrapped: 'ofetch.create()',
    make: async ({ url }) => (await load('ofetch')).ofetch.create({ baseURL: url, retry: 0 }),
    uses: [
      async (ofetch) => (await ofetch('/things', { method: 'POST', body: { a: 1 } })).id,
      async (ofetch) => (await ofetch.raw('/things/1', { method: 'DELETE' })).status,
      (ofetch) => failed(ofetch('/fails', { method: 'PUT', body: {} })),
    ],
  },
  {
    name: 'wretch',
    wrapped: 'wretch()',
    make: async ({ url }) => (await load('wretch')).default(url),
    uses: [
      (wretch) => wretch.url('/things').post({ a: 1 }).json(),
      (wretch) => wretch.url('/things/1').headers({ 'x-test': 'yes' }).delete().text(),
      (wretch) => failed(wretch.url('/fails').put({}).json()),
    ],
  },
  {
    name: 'phin',
    wrapped: 'phin',
    make: async () => {
      const { phin, default: whole } = await load('phin');
      return phin ?? whole;
    },
    uses: [
      async (phin) => (await phin({ url: `${END.url}/things`, method: 'POST', data: { a: 1 } })).statusCode,
      async (phin) => (await phin({ url: `${END.url}/things/1`, method: 'DELETE' })).statusCode,
    ],
  },
  {
    name: 'graphql-request',
    wrapped: 'new GraphQLClient()',
    make: async ({ url }) => new (await load('graphql-request')).GraphQLClient(`${url}/graphql`),
    uses: [
      (client) => client.request('mutation { close(id: 1) { id } }'),
      async (client) => (await client.rawRequest('mutation { open(id: 1) { id } }')).status,
      (client) =>
        client
          .batchRequests([{ document: 'mutation { a }' }, { document: 'mutation { b }' }])
          .then(String, (error: Error) => error.name),
    ],
  },
  {
    name: '@octokit/graphql',
    wrapped: 'graphql.defaults()',
    make: async ({ url }) => (await load('@octokit/graphql')).graphql.defaults({ baseUrl: url }),
    uses: [
      (graphql) => graphql('mutation { close(id: 1) { id } }'),
      (graphql) => graphql('mutation ($id: ID!) { open(id: $id) { id } }', { id: 'x' }),
    ],
  },
  {
    name: '@trpc/client',
    wrapped: 'createTRPCClient()',
    reads: ['things.list.query'],
    isRead: GET,
    make: async ({ url }) => {
      const { createTRPCClient, httpLink } = await load('@trpc/client');
      return createTRPCClient({ links: [httpLink({ url: `${url}/trpc` })] });
    },
    uses: [
      (trpc) => trpc.things.add.mutate({ name: 'a' }),
      (trpc) => trpc.things.list.query(),
      (trpc) => failed(trpc.things.fails.mutate({})),
    ],
  },
];
