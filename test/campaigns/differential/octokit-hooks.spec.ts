import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Octokit } from 'octokit';
import { wrapRecorded } from '../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../sdk/test/support/recording-gate.js';
import { randomOf } from './random.js';
import { seedsOf } from './seeds.js';

/**
 * Random programs set request defaults in hooks of octokit, for one call or for all: the headers and addresses that reach
 * the server have to be those of the bare client.
 */
const seeds = seedsOf(60, 20);

let server: Server;
let url: string;
const received: unknown[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    const { accept, authorization, 'x-own': own, 'x-call': call, 'content-type': type } = request.headers;
    received.push({ path: `${request.method} ${request.url}`, accept, authorization, own, call, type });
    response.setHeader('content-type', 'application/json');
    response.end('{"data":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

// biome-ignore lint/suspicious/noExplicitAny: hooks change what they like.
type Options = any;

const HOOKS: readonly ((options: Options) => void)[] = [
  (options) => {
    options.headers['x-own'] = 'set';
  },
  (options) => {
    options.headers = { ...options.headers, 'x-own': 'replaced' };
  },
  (options) => {
    options.headers.accept = 'application/vnd.github.raw+json';
  },
  (options) => {
    options.mediaType = { format: 'html' };
  },
  (options) => {
    options.mediaType = { ...options.mediaType, previews: ['symmetra'] };
  },
  (options) => {
    options.baseUrl = `${options.baseUrl}/v3`;
  },
];

const CALLS: readonly ((octokit: Octokit, headers: Record<string, string>) => Promise<unknown>)[] = [
  (octokit, headers) => octokit.rest.issues.create({ owner: 'o', repo: 'r', title: 't', headers }),
  (octokit, headers) => octokit.rest.issues.get({ owner: 'o', repo: 'r', issue_number: 1, headers }),
  (octokit) => octokit.rest.issues.update({ owner: 'o', repo: 'r', issue_number: 1, mediaType: { format: 'text' } }),
  (octokit, headers) => octokit.request('PUT /repos/{owner}/{repo}/subscription', { owner: 'o', repo: 'r', headers }),
  (octokit) => octokit.request('POST /markdown', { text: 'x', mediaType: { format: 'raw' } }),
  (octokit) => octokit.graphql('mutation { addStar(input: {}) { clientMutationId } }'),
  (octokit) => octokit.graphql('query { viewer { login } }'),
];

async function run(seed: number, isWrapped: boolean): Promise<unknown[]> {
  const random = randomOf(seed);
  const bare = new Octokit({ baseUrl: url, auth: 'token', throttle: { enabled: false }, retry: { enabled: false } });
  const octokit = isWrapped ? wrapRecorded(bare, new RecordingGate(), { connector: 'github' }) : bare;
  received.length = 0;
  let calls = 0;
  for (let left = 1 + random(3); left > 0; left -= 1) {
    const change = HOOKS[random(HOOKS.length)] as (options: Options) => void;
    const every = 1 + random(3);
    const target = random(2) ? octokit : bare;
    const changing = (options: Options) => {
      calls += 1;
      options.headers['x-call'] = String(calls);
      if (calls % every === 0) change(options);
    };
    if (random(2)) target.hook.before('request', changing);
    else {
      target.hook.wrap('request', (send, options) => {
        changing(options);
        return send(options as never) as never;
      });
    }
  }
  for (let left = 2 + random(5); left > 0; left -= 1) {
    const call = CALLS[random(CALLS.length)] as (typeof CALLS)[number];
    await call(octokit, random(2) ? { 'x-own': 'given' } : ({} as Record<string, string>));
  }
  return [...received];
}

describe('octokit with hooks that set request defaults', () => {
  it.each(seeds.starts)('from seed %i on sends the same headers bare and wrapped', async (start) => {
    for (const seed of seeds.from(start)) {
      const bare = await run(seed, false);
      expect({ seed, sent: await run(seed, true) }).toEqual({ seed, sent: bare });
    }
  });
});
