import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LinearClient } from '@linear/sdk';
import { Octokit } from '@octokit/rest';
import { parse } from 'graphql';
import { blockingGate, wrapRecorded } from '../../../sdk/test/support/every-method.js';
import { randomOf } from './random.js';
import { seedsOf } from './seeds.js';

/**
 * Random documents of GraphQL that mean to be queries, in a session that blocks everything. A server that takes them in
 * every form, and reads them by the reference grammar, has seen no mutation.
 */
const seeds = seedsOf(20, 10);
const DOCUMENTS = 25;

let server: Server;
let url: string;
const queries: string[] = [];
const mutations: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const [path] = (request.url ?? '').split('?');
      if (request.method === 'POST' && path !== '/graphql') mutations.push(`POST ${request.url}`);
      for (const document of documentsIn(Buffer.concat(chunks).toString())) note(document);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: { a: 1 } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns the documents of a body, which is one, holds one or holds several. */
function documentsIn(body: string): string[] {
  try {
    const read: unknown = JSON.parse(body);
    return (Array.isArray(read) ? read : [read]).flatMap((one) =>
      typeof one === 'string' ? [one] : typeof one?.query === 'string' ? [one.query] : [],
    );
  } catch {
    return [body];
  }
}

function note(document: string): void {
  try {
    const isMutation = parse(document).definitions.some(
      (one) => one.kind === 'OperationDefinition' && one.operation === 'mutation',
    );
    (isMutation ? mutations : queries).push(document);
  } catch {
    // The server would refuse it.
  }
}

function documentOf(random: (below: number) => number): string {
  const pick = (items: readonly string[]): string => items[random(items.length)] ?? '';
  const text = () =>
    pick([
      '"a"',
      '"mutation { x }"',
      '"""b"""',
      '""" \\""" } mutation { x } """',
      '"\\u007b"',
      '"#"',
      '"\\""',
      '"""\r"""',
    ]);
  const gap = (): string =>
    pick([' ', ' ', '\n', '\r', '\t', ',', '\ufeff', '# mutation\n', '#\r', '# {\r\n', '#"""\n', '']);
  const field = (): string => {
    const given = random(3) === 0 ? `(b: ${text()})` : '';
    const inner = random(4) === 0 ? `{${gap()}${field()}${gap()}}` : '';
    return `${pick(['a', 'mutation', 'query', 'x: mutation', '... on Mutation { a }', '...F', 'a @include(if: true)'])}${given}${inner}`;
  };
  const operation = (): string => {
    const kind = pick([
      '',
      'query',
      'query Q',
      'query mutation',
      'subscription',
      'mutation',
      'mutation M',
      'fragment F on T',
    ]);
    return `${kind}${gap()}{${gap()}${field()}${gap()}}`;
  };
  const whole = Array.from({ length: 1 + random(3) }, operation).join(gap());
  if (random(4) !== 0) return whole;
  const at = random(whole.length + 1);
  return `${whole.slice(0, at)}${pick(['"', '"""', '#', '\r', '\n', '\\', '{', '}', '\u2028', 'mutation{x}', '\0'])}${whole.slice(at)}`;
}

type Ask = (document: string, safe: string) => Promise<unknown>;

/** All the ways in which a wrapped client sends a document. */
function waysOf(isGoverned: boolean): Ask[] {
  const govern = <T extends object>(client: T, connector: string) =>
    isGoverned ? wrapRecorded(client, blockingGate(), { connector }) : client;
  const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const octokit = govern(new Octokit({ baseUrl: url, log: QUIET, retry: { enabled: false } }), 'github');
  const linear = govern(new LinearClient({ apiKey: 'key', apiUrl: `${url}/graphql` }), 'linear');
  const { client } = linear;
  return [
    (document) => octokit.graphql(document),
    (document) => octokit.graphql(document, { b: 'mutation' }),
    (document) => octokit.graphql({ query: document, operationName: 'Q' }),
    (document, safe) => octokit.graphql(safe, { data: { query: document } }),
    (document, safe) => octokit.graphql(document, { query: safe }),
    (document) => octokit.request('POST /graphql', { query: document }),
    (document) => octokit.request('POST /graphql', { data: { query: document } }),
    (document, safe) => octokit.request('POST /graphql', { query: safe, data: { query: document } }),
    (document, safe) => octokit.request('POST /graphql', { query: safe, data: [{ query: document }] }),
    (document, safe) => octokit.request('POST /graphql', { query: safe, data: document }),
    (document) => octokit.request('POST /{way}', { way: 'graphql', query: document }),
    (document, safe) => octokit.request(`POST ${url}/graphql`, { query: safe, data: { query: document } }),
    (_, query) => octokit.request('POST /user/repos?x=/graphql', { name: 'made', query }),
    (_, query) => octokit.request('POST /user/repos#/graphql', { name: 'made', query }),
    (_, query) => octokit.request('POST /user/repos{?x}/graphql', { x: 'y', name: 'made', query }),
    (_, query) => octokit.request('POST /user/repos{+x}/graphql', { x: '?', name: 'made', query }),
    (_, query) => octokit.request('POST /graphql', { baseUrl: `${url}/user/repos?x=`, name: 'made', query }),
    (document) => client.rawRequest(document),
    (document) => client.request(document),
    (document) => client.request(document, { query: 'mutation' } as never),
    (document) => client.rawRequest(new String(document) as string),
    (document) => client.request(parse(document) as never),
  ];
}

async function run(seed: number, isGoverned: boolean): Promise<void> {
  const random = randomOf(seed);
  const ways = waysOf(isGoverned);
  for (let count = 0; count < DOCUMENTS; count += 1) {
    const document = documentOf(random);
    const ask = ways[random(ways.length)];
    await (async () => ask?.(document, '{ a }'))().catch(() => undefined);
  }
}

describe('documents of GraphQL that look like queries', () => {
  it.each(seeds.starts)('from seed %i on send no mutation when everything is blocked', async (start) => {
    for (const seed of seeds.from(start)) {
      await run(seed, true);
      expect({ seed, mutations: mutations.splice(0) }).toEqual({ seed, mutations: [] });
    }
    expect(queries.splice(0).length).toBeGreaterThan(0);
  });

  it('send mutations when they are not governed', async () => {
    await run(0, false);
    expect(mutations.splice(0).length).toBeGreaterThan(0);
  });
});
