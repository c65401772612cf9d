// biome-ignore-all lint/suspicious/noExplicitAny: clients of which no types are installed.
import { END, load, type PopularClient } from './popular-client.js';

export const SERVICE_CLIENTS: readonly PopularClient[] = [
  {
    name: 'node-zendesk',
    wrapped: 'createClient()',
    make: async ({ url }) => {
      const { default: whole, createClient = whole.createClient } = await load('node-zendesk');
      return createClient({ username: 'u', token: 't', endpointUri: url });
    },
    uses: [
      (zendesk) =>
        zendesk.tickets.create({ ticket: { subject: 's' } }).then(JSON.stringify, (error: Error) => error.message),
      (zendesk) => zendesk.users.delete(1).then(JSON.stringify, (error: Error) => error.message),
    ],
  },
  {
    name: 'airtable',
    wrapped: 'new Airtable()',
    through: ['base'],
    make: async ({ url }) => new (await load('airtable')).default({ apiKey: 'k', endpointUrl: url }),
    uses: [
      async (airtable) => (await airtable.base('b')('things').update('r1', { a: 1 })).id,
      async (airtable) => (await airtable.base('b').table('things').destroy('r1')).id,
    ],
  },
  {
    name: 'shopify-api-node',
    wrapped: 'new Shopify()',
    make: async ({ ports }) => {
      const shopify = new (await load('shopify-api-node')).default({
        shopName: 's',
        accessToken: 't',
        apiVersion: '2026-01',
      });
      const { password } = shopify.baseUrl;
      shopify.baseUrl = { protocol: 'http:', hostname: '127.0.0.1', port: ports.http, ...(password && { password }) };
      return shopify;
    },
    uses: [
      (shopify) => shopify.product.create({ title: 'x' }),
      (shopify) => shopify.order.cancel(1, { reason: 'customer' }),
    ],
  },
  {
    name: 'jsforce',
    wrapped: 'new Connection()',
    make: async ({ url }) => {
      const { default: whole, Connection = whole.Connection } = await load('jsforce');
      return new Connection({ instanceUrl: url, accessToken: 't', version: '62.0' });
    },
    uses: [
      async (force) => (await force.sobject('Account').create({ Name: 'x' })).id,
      async (force) => (await force.sobject('Account').destroy('001')).id,
      async (force) => (await force.requestPost('/things', { a: 1 })).id,
    ],
  },
  {
    name: 'intercom-client',
    wrapped: 'new IntercomClient()',
    make: async ({ url }) => new (await load('intercom-client')).IntercomClient({ token: 't', environment: url }),
    uses: [
      async (intercom) => (await intercom.tags.create({ name: 'x' })).id,
      async (intercom) => (await intercom.contacts.delete({ contact_id: 'c1' })).id,
      async (intercom) => (await intercom.contacts.archive({ contact_id: 'c1' }).withRawResponse()).rawResponse.status,
    ],
  },
  {
    name: 'jira.js',
    wrapped: 'createCloudClient()',
    make: async ({ url }) => {
      const { createCloudClient } = await load('jira.js');
      return createCloudClient({
        ...{ host: url, onSchemaMismatch: 'silent' },
        auth: { type: 'basic', email: 'a@example.com', apiToken: 't' },
      });
    },
    uses: [
      async (jira) => (await jira.issues.createIssue({ fields: { summary: 'x' } })).id,
      async (jira) => (await jira.issues.deleteIssue({ issueIdOrKey: 'A-1' }))?.id,
    ],
  },
  {
    name: 'asana',
    wrapped: 'new TasksApi()',
    make: async ({ url }) => {
      const asana = (await load('asana')).default;
      const client = new asana.ApiClient();
      client.basePath = url;
      client.authentications.token.accessToken = 't';
      return new asana.TasksApi(client);
    },
    uses: [
      async (tasks) => Object.keys(await tasks.createTask({ data: { name: 'x' } }, {})).length,
      async (tasks) => Object.keys(await tasks.deleteTask('1')).length,
    ],
  },
  {
    name: 'trello',
    wrapped: 'new Trello()',
    callbacks: ['addCard'],
    make: async ({ url }) => Object.assign(new (await load('trello')).default('k', 't'), { uri: url }),
    uses: [
      async (trello) => (await trello.deleteCard('c1')).id,
      (trello) =>
        new Promise((resolve) =>
          trello.addCard('a', 'b', 'l1', (error: unknown, card: any) => resolve([error, card?.id])),
        ),
    ],
  },
  {
    name: 'firebase-admin',
    wrapped: 'getAuth()',
    make: async ({ ports }) => {
      process.env.FIREBASE_AUTH_EMULATOR_HOST = `127.0.0.1:${ports.http}`;
      const { initializeApp } = await load('firebase-admin/app');
      const { getAuth } = await load('firebase-admin/auth');
      made += 1;
      return getAuth(initializeApp({ projectId: 'p' }, `app-${made}`));
    },
    uses: [
      async (auth) => String(await auth.deleteUser('u1')),
      async (auth) => String(await auth.setCustomUserClaims('u1', { admin: true }).catch((error: any) => error.code)),
    ],
  },
  {
    name: '@gitbeaker/rest',
    wrapped: 'new Gitlab()',
    make: async ({ url }) => new (await load('@gitbeaker/rest')).Gitlab({ host: url, token: 't' }),
    uses: [
      async (gitlab) => (await gitlab.Issues.create(1, 'x')).id,
      async (gitlab) => String(await gitlab.Issues.remove(1, 2)),
    ],
  },
  {
    name: '@sanity/client',
    wrapped: 'createClient()',
    make: async ({ url }) =>
      (await load('@sanity/client')).createClient({
        ...{ projectId: 'p', dataset: 'd', apiVersion: '2026-01-01', token: 't', useCdn: false },
        ...{ apiHost: url, useProjectHostname: false, maxRetries: 0 },
      }),
    uses: [
      (sanity) => sanity.create({ _type: 'thing', _id: 't1' }, { returnDocuments: false }).then(Object.keys),
      (sanity) => sanity.patch('t1').set({ a: 1 }).commit({ returnDocuments: false }).then(Object.keys),
      (sanity) => sanity.delete('t1', { returnDocuments: false }).then(Object.keys),
    ],
  },
  {
    name: '@directus/sdk',
    wrapped: 'createDirectus().with(rest())',
    make: async ({ url }) => {
      const { createDirectus, rest } = await load('@directus/sdk');
      return createDirectus(url).with(rest());
    },
    uses: [
      async (directus) => {
        const { createItem } = await load('@directus/sdk');
        return (await directus.request(createItem('things', { a: 1 }))).length;
      },
      async (directus) => {
        const { deleteItem } = await load('@directus/sdk');
        return String(await directus.request(deleteItem('things', 1)));
      },
    ],
  },
  {
    name: '@microsoft/microsoft-graph-client',
    wrapped: 'Client.init()',
    make: async ({ url }) => {
      const { Client } = await load('@microsoft/microsoft-graph-client');
      const authProvider = (done: (error: null, token: string) => void) => done(null, 't');
      return Client.init({ baseUrl: `${url}/`, customHosts: new Set(['127.0.0.1']), authProvider });
    },
    uses: [
      async (graph) => (await graph.api('/me/messages').post({ subject: 'x' })).id,
      async (graph) => (await graph.api('/me/messages/1').header('x-test', 'yes').patch({ subject: 'y' })).id,
      (graph) => graph.api('/me/messages/1').delete().then(String),
    ],
  },
  {
    name: '@aws-sdk/client-sqs',
    wrapped: 'new SQSClient()',
    make: async ({ url }) => {
      const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
      const { SQSClient } = await load('@aws-sdk/client-sqs');
      return new SQSClient({ endpoint: url, region: 'eu-1', credentials, maxAttempts: 1 });
    },
    uses: [
      async (sqs) => {
        const { DeleteMessageCommand } = await load('@aws-sdk/client-sqs');
        const command = new DeleteMessageCommand({ QueueUrl: `${END.url}/q`, ReceiptHandle: 'x' });
        return (await sqs.send(command)).$metadata.httpStatusCode;
      },
      async (sqs) => {
        const { PurgeQueueCommand } = await load('@aws-sdk/client-sqs');
        return (await sqs.send(new PurgeQueueCommand({ QueueUrl: `${END.url}/q` }))).$metadata.httpStatusCode;
      },
    ],
    close: (sqs) => sqs.destroy(),
  },
  {
    name: 'node-vault',
    wrapped: 'vault()',
    make: async ({ url }) => (await load('node-vault')).default({ endpoint: url, token: 't' }),
    uses: [
      async (vault) => (await vault.write('secret/a', { b: 'c' })).id,
      async (vault) => (await vault.delete('secret/a')).id,
    ],
  },
  {
    name: 'mixpanel',
    wrapped: 'Mixpanel.init()',
    callbacks: ['track'],
    make: async ({ ports }) =>
      (await load('mixpanel')).default.init('t', { host: '127.0.0.1', port: ports.http, protocol: 'http', path: '' }),
    uses: [
      (mixpanel) =>
        new Promise((resolve) =>
          mixpanel.track('event', { distinct_id: 'u', time: 1_700_000_000, $insert_id: 'i' }, (error: any) =>
            resolve(String(error?.message)),
          ),
        ),
    ],
  },
];

let made = 0;
