import { createServer } from 'node:http';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { gmail } from '@googleapis/gmail';
import { LinearClient } from '@linear/sdk';
import { Client as Notion } from '@notionhq/client';
import { LogLevel, WebClient } from '@slack/web-api';
import { google } from 'googleapis';
import { Octokit } from 'octokit';
import Stripe from 'stripe';

const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Clients of a server that fails every other time. */
export async function subject(_, { wrapped, heard, calledBack, sleep }) {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked += 1;
      response.writeHead(asked % 2 ? 200 : 500, { 'content-type': 'application/json' }).end('{"ok":true,"id":1}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const url = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const auth = new google.auth.OAuth2({ credentials: { access_token: 'x' } });
  const kinds = {
    github: {
      make: () => new Octokit({ baseUrl: url, log, throttle: { enabled: false }, retry: { enabled: false } }),
      read: (client) => client.rest.users.getAuthenticated(),
      write: (client, signal) =>
        client.rest.issues.update({ owner: 'a', repo: 'b', issue_number: 1, request: { signal } }),
      other: (client) => client.request('PUT /user/starred/a/b'),
    },
    stripe: {
      make: () => new Stripe('sk_test_x', { protocol: 'http', host: '127.0.0.1', port, maxNetworkRetries: 0 }),
      read: (client) => client.customers.list({}),
      write: (client) => client.customers.create({ name: 'x' }),
      other: (client) => client.coupons.create({ name: 'x' }),
    },
    slack: {
      make: () =>
        new WebClient('xoxb-x', { slackApiUrl: `${url}/`, logLevel: LogLevel.ERROR, retryConfig: { retries: 0 } }),
      read: (client) => client.users.list({}),
      write: (client) => client.chat.postMessage({ channel: 'C', text: 'x' }),
      other: (client) => client.reminders.add({ text: 'x', time: '1' }),
    },
    gmail: {
      make: () => gmail({ version: 'v1', rootUrl: `${url}/`, retry: false, auth }),
      read: (client) => client.users.labels.list({ userId: 'me' }),
      write: (client, signal) => client.users.labels.create({ userId: 'me', requestBody: {} }, { signal }),
      other: (client) => client.users.stop({ userId: 'me' }),
      callback: (client, done) => client.users.labels.create({ userId: 'me', requestBody: {} }, done),
    },
    s3: {
      make: () => new S3Client({ region: 'eu-1', endpoint: url, forcePathStyle: true, maxAttempts: 1, credentials }),
      write: (client, abortSignal) =>
        client.send(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: 'x' }), { abortSignal }),
      callback: (client, done) => client.send(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: 'x' }), done),
      end: (client) => client.destroy(),
    },
    notion: {
      make: () => new Notion({ auth: 'x', baseUrl: url, logger: ignore, retry: false }),
      read: (client) => client.pages.retrieve({ page_id: 'x' }),
      write: (client) => client.pages.create({ parent: { page_id: 'x' }, properties: {} }),
      other: (client) => client.request({ method: 'post', path: 'other', body: {} }),
    },
    linear: {
      make: () => new LinearClient({ apiKey: 'x', apiUrl: url }),
      write: (client) => client.createIssue({ teamId: 'x', title: 'x' }),
    },
  };
  const scenarios = Object.fromEntries(
    Object.entries(kinds).map(([connector, { make, read, write, other, callback, end: ending }]) => [
      connector,
      async (end) => {
        const of = () => wrapped(make(), end, { connector, logReads: true });
        for (let round = 0; round < 3; round += 1) {
          await Promise.all([read, write, other].flatMap((call) => (call ? [heard(() => call(of()))] : [])));
          if (callback) await calledBack((done) => callback(of(), done));
        }
        const aborting = new AbortController();
        const call = heard(() => write(of(), aborting.signal));
        setTimeout(() => aborting.abort(), 2);
        await call;
        await heard(() => write(of(), AbortSignal.abort()));
        if (!ending) return;
        const client = of();
        const late = heard(() => write(client));
        await Promise.all([heard(() => ending(client)), late]);
        await sleep(1);
      },
    ]),
  );
  return { scenarios, stop: () => server.close() };
}
