// biome-ignore-all lint/suspicious/noExplicitAny: clients of several types take part in one program.
import { Agent } from 'node:http';
import type { Readable } from 'node:stream';
import { DynamoDBClient, PutItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { drive, type drive_v3 } from '@googleapis/drive';
import { Client as HubSpot } from '@hubspot/api-client';
import { LinearClient } from '@linear/sdk';
import { iteratePaginatedAPI, Client as Notion } from '@notionhq/client';
import { LogLevel, WebClient } from '@slack/web-api';
import { Octokit } from 'octokit';
import Stripe from 'stripe';
import type { Random } from '../random.js';
import { aWhile, quiet } from './programs.js';

/** A request as the server received it; `target` is the operation of a protocol of AWS. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly target: string;
}

/** A client of HTTP, and the steps that leave a call of it unfinished. */
export interface HttpClient {
  readonly connector: string;
  /** Left out: reads are GET. */
  isRead?(received: Received): boolean;
  make(url: string): any;
  /** A call that writes. */
  write(client: any, name: string, signal: AbortSignal): Promise<unknown>;
  readonly steps: readonly ((client: any, random: Random) => Promise<void>)[];
}

const ignore = () => undefined;
const QUIET = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const NEVER = new AbortController().signal;
const oneSocket = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** Reads a few items of a list that has no end. */
async function some(list: AsyncIterable<unknown>, random: Random): Promise<void> {
  let left = random(4);
  for await (const _ of list) {
    if (left === 0) break;
    left -= 1;
  }
}

/** Asks for one item and never asks again. */
async function oneOf(list: AsyncIterable<unknown>, random: Random): Promise<void> {
  const iterator = list[Symbol.asyncIterator]();
  if (random(2)) quiet(iterator.next());
  if (random(2)) await iterator.return?.(undefined);
}

export const HTTP_CLIENTS: readonly HttpClient[] = [
  {
    connector: 'stripe',
    make: (url) => {
      const { hostname: host, port } = new URL(url);
      const options = { protocol: 'http', host, port, maxNetworkRetries: 0, telemetry: false } as const;
      return new Stripe('sk_test_x', { ...options, httpAgent: oneSocket() as never });
    },
    // Stripe takes a time-out and no signal.
    write: (stripe: Stripe, name, signal) =>
      stripe.customers.create({ name }, signal.aborted ? { timeout: 1 } : undefined),
    steps: [
      (stripe: Stripe, random) => some(stripe.customers.list({ limit: 2 }), random),
      (stripe: Stripe, random) => oneOf(stripe.customers.list({ limit: 2 }), random),
      async (stripe: Stripe) => quiet(stripe.customers.update('cus_1', { name: 'x' }, { timeout: 2 })),
      async (stripe: Stripe) => {
        await stripe.customers.list({ limit: 2 }).autoPagingEach(() => false);
      },
      async (stripe: Stripe, random) => {
        const answer = await stripe.rawRequest('GET', '/v1/files/f1/contents', {}, { streaming: true } as never);
        const stream = answer as unknown as Readable;
        stream.on('error', ignore);
        if (random(2)) for await (const _ of stream) break;
        stream.destroy();
      },
    ],
  },
  {
    connector: 'slack',
    isRead: ({ path }) => path.startsWith('/api/conversations.list'),
    make: (url) =>
      new WebClient('xoxb-x', {
        ...{ slackApiUrl: `${url}/api/`, logLevel: LogLevel.ERROR, retryConfig: { retries: 0 }, timeout: 5_000 },
        maxRequestConcurrency: 1,
      }),
    write: (slack: WebClient, name) => slack.chat.postMessage({ channel: 'C1', text: name }),
    steps: [
      (slack: WebClient, random) => some(slack.paginate('conversations.list', { limit: 2 }), random),
      (slack: WebClient, random) => oneOf(slack.paginate('conversations.list', { limit: 2 }), random),
      async (slack: WebClient) => quiet(slack.chat.update({ channel: 'C1', ts: '1.0', text: 'x' })),
      async (slack: WebClient) => {
        await slack.paginate('conversations.list', { limit: 2 }, () => true);
      },
    ],
  },
  {
    connector: 'github',
    make: (baseUrl) => new Octokit({ baseUrl, log: QUIET, throttle: { enabled: false }, retry: { enabled: false } }),
    write: (octokit: Octokit, title, signal) =>
      octokit.rest.issues.create({ owner: 'o', repo: 'r', title, request: { signal } }),
    steps: [
      (octokit: Octokit, random) =>
        some(octokit.paginate.iterator(octokit.rest.issues.listForRepo, { owner: 'o', repo: 'r' }), random),
      (octokit: Octokit, random) =>
        oneOf(octokit.paginate.iterator('GET /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r' }), random),
      async (octokit: Octokit) => {
        await octokit.paginate('GET /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r' }, (_, done) => {
          done();
          return [];
        });
      },
      async (octokit: Octokit) => quiet(octokit.request('POST /user/repos', { name: 'given-up' })),
    ],
  },
  {
    connector: 's3',
    make: (endpoint) =>
      new S3Client({
        ...{ endpoint, region: 'eu-1', forcePathStyle: true, maxAttempts: 1 },
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
        requestHandler: { httpAgent: oneSocket() },
      }),
    write: (s3: S3Client, Key, abortSignal) =>
      s3.send(new PutObjectCommand({ Bucket: 'b', Key, Body: 'x' }), { abortSignal }),
    steps: [
      async (s3: S3Client, random) => {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'b', Key: 'large' }));
        const stream = Body as Readable;
        stream.on('error', ignore);
        if (random(2)) for await (const _ of stream) break;
        stream.destroy();
      },
      (s3: S3Client, random) => some(paginateListObjectsV2({ client: s3 }, { Bucket: 'b' }), random),
      (s3: S3Client, random) => oneOf(paginateListObjectsV2({ client: s3 }, { Bucket: 'b' }), random),
      async (s3: S3Client) => quiet(s3.send(new PutObjectCommand({ Bucket: 'b', Key: 'given-up', Body: 'x' }))),
    ],
  },
  {
    connector: 'dynamodb',
    isRead: ({ target }) => target.endsWith('.Scan'),
    make: (endpoint) =>
      new DynamoDBClient({
        ...{ endpoint, region: 'eu-1', maxAttempts: 1, requestHandler: { httpAgent: oneSocket() } },
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      }),
    write: (dynamodb: DynamoDBClient, id, abortSignal) =>
      dynamodb.send(new PutItemCommand({ TableName: 't', Item: { id: { S: id } } }), { abortSignal }),
    steps: [
      (client: DynamoDBClient, random) => some(paginateScan({ client }, { TableName: 't' }), random),
      (client: DynamoDBClient, random) => oneOf(paginateScan({ client }, { TableName: 't' }), random),
      async (client: DynamoDBClient) =>
        quiet(client.send(new PutItemCommand({ TableName: 't', Item: { id: { S: 'given-up' } } }))),
    ],
  },
  {
    connector: 'gdrive',
    make: (rootUrl) => drive({ version: 'v3', rootUrl: `${rootUrl}/`, retry: false }),
    write: (files: drive_v3.Drive, name, signal) => files.files.create({ requestBody: { name } }, { signal }),
    steps: [
      async ({ files }: drive_v3.Drive, random) => {
        const { data } = await files.get({ fileId: 'large', alt: 'media' }, { responseType: 'stream' });
        data.on('error', ignore);
        if (random(2)) for await (const _ of data) break;
        data.destroy();
      },
      async ({ files }: drive_v3.Drive, random) => {
        let pageToken: string | undefined;
        for (let left = random(4); left > 0; left -= 1)
          pageToken = (await files.list({ ...(pageToken && { pageToken }) })).data.nextPageToken ?? undefined;
      },
      async ({ files }: drive_v3.Drive) => quiet(files.list({}, { timeout: 1 })),
      async ({ files }: drive_v3.Drive) => quiet(files.update({ fileId: 'f', requestBody: { name: 'given-up' } })),
    ],
  },
  {
    connector: 'notion',
    make: (baseUrl) => new Notion({ auth: 'x', baseUrl, retry: false, logger: ignore } as never),
    // Notion takes neither a signal nor a time-out for one call.
    write: (notion: Notion, name) =>
      notion.comments.create({ parent: { page_id: 'p' }, rich_text: [{ text: { content: name } }] }),
    steps: [
      (notion: Notion, random) => some(iteratePaginatedAPI(notion.users.list, { page_size: 1 }), random),
      (notion: Notion, random) => oneOf(iteratePaginatedAPI(notion.users.list, { page_size: 1 }), random),
      async (notion: Notion) => quiet(notion.pages.update({ page_id: 'p', archived: true })),
    ],
  },
  {
    connector: 'hubspot',
    make: (basePath) => new HubSpot({ accessToken: 'x', basePath, numberOfApiCallRetries: 0, httpAgent: oneSocket() }),
    write: ({ crm }: HubSpot, firstname) => crm.contacts.basicApi.update('1', { properties: { firstname } }),
    steps: [
      async ({ crm }: HubSpot, random) => {
        for (let left = random(4); left > 0; left -= 1) await crm.contacts.basicApi.getPage(2, 'after');
      },
      async ({ crm }: HubSpot) => quiet(crm.contacts.basicApi.getPage()),
      async ({ crm }: HubSpot) => quiet(crm.contacts.basicApi.archive('given-up')),
    ],
  },
  {
    connector: 'linear',
    isRead: ({ body }) => !body.includes('mutation'),
    make: (url) => new LinearClient({ apiKey: 'x', apiUrl: `${url}/graphql` }),
    write: (linear: LinearClient, title) => linear.createIssue({ teamId: 't', title }),
    steps: [
      async (linear: LinearClient, random) => {
        const issues = await linear.issues({ first: 2 });
        for (let left = random(4); left > 0; left -= 1) await issues.fetchNext();
      },
      async (linear: LinearClient) => quiet(linear.issues({ first: 2 })),
      async (linear: LinearClient) => quiet(linear.updateIssue('i1', { title: 'given-up' })),
    ],
  },
];

/** Begins a write and aborts it at a random moment: before it is asked for, while it waits, or while it runs. */
export async function abortedWrite({ write }: HttpClient, client: any, random: Random): Promise<void> {
  const controller = new AbortController();
  if (random(3) === 0) controller.abort();
  quiet(write(client, 'aborted', controller.signal));
  await aWhile(random);
  controller.abort();
}

/** The write that has to work after everything. */
export const lastWrite = ({ write }: HttpClient, client: any) => write(client, 'last', NEVER);
