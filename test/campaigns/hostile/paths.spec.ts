import { caldav } from '../../../src/connectors/caldav/caldav.connector.js';
import type { Connector, ConnectorContext, JsonObject } from '../../../src/connectors/connector.js';
import { perform, undo } from '../../../src/connectors/connector.testkit.js';
import { gcal } from '../../../src/connectors/gcal/gcal.connector.js';
import { gdrive } from '../../../src/connectors/gdrive/gdrive.connector.js';
import { github } from '../../../src/connectors/github/github.connector.js';
import { gmail } from '../../../src/connectors/gmail/gmail.connector.js';
import { http } from '../../../src/connectors/http/http.connector.js';
import { stripe } from '../../../src/connectors/stripe/stripe.connector.js';
import { startGitHub } from '../../support/github.js';
import { json, Listener } from '../../support/listener.js';

const ISSUE = '/repos/{owner}/{repo}/issues/{number}';
const LABELS = '/repos/{owner}/{repo}/labels';
const OPERATIONS = [
  {
    method: 'PATCH',
    path: ISSUE,
    capture: { path: ISSUE },
    undo: { method: 'PATCH', path: ISSUE, body: '{{*}}' },
  },
  {
    method: 'POST',
    path: LABELS,
    created: 'name',
    capture: { path: `${LABELS}/{created}` },
    undo: { method: 'DELETE', path: `${LABELS}/{created}` },
  },
];
/** Texts that a URL parser, a proxy or a server may read as something else than one segment. */
const NO_SEGMENTS = [
  ...['', '.', '..', '%2e', '%2E%2e', '.%2e', '.\t', '.\t.', '\t..', '.\n.', '.\r.', '..\t', '%2e\t%2e'],
  ...['..%2f..', 'labels%2f1', '..%5c..', '..\\..', '%252e%252e', '1%252flabels', '1%09', '1%0a', '1%00', '1\u0000'],
  ...['1?a=b', '1#a', '1%3fa=b', '1%23a', '1%', '1%zz', '1%ff', '..;', '..;a=b'],
];

let server: Awaited<ReturnType<typeof startGitHub>>;
let context: ConnectorContext;
beforeAll(async () => {
  server = await startGitHub();
  context = {
    credentials: {
      baseUrl: server.baseUrl,
      authorization: 'Bearer test_token_admin',
      operations: JSON.stringify(OPERATIONS),
    },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: 5_000,
  };
});
afterAll(() => server.stop());

describe('The path of an http call', () => {
  it('is captured where each value is one segment', async () => {
    const { owner, repo, issue_number } = await server.newIssue();
    const payload = { path: `/repos/${owner}/${repo}/issues/${issue_number}`, body: { title: 'Changed' } };
    expect(await http.capture({ apiName: 'http.requests.patch', payload }, context)).toMatchObject({ captured: true });
  });

  it.each(NO_SEGMENTS)('is refused with the value %j', async (value) => {
    const { owner, repo } = await server.newRepository();
    const payload = { path: `/repos/${owner}/${repo}/issues/${value}`, body: {} };
    const found = await http.capture({ apiName: 'http.requests.patch', payload }, context);
    expect(found).toMatchObject({ captured: false, reason: expect.stringMatching(/path|declar/) });
  });

  it.each(NO_SEGMENTS.filter((one) => !/^1%(zz|ff)?$/.test(one)))(
    'of an undo never takes %j from a response',
    async (name) => {
      const { owner, repo } = await server.newRepository();
      const payload = { path: `/repos/${owner}/${repo}/labels`, body: {} };
      const trip = { connector: http, context, apiName: 'http.requests.post', payload };
      const effect = await perform({ ...trip, act: async () => ({ name }) });
      const report = await undo({ ...trip, act: async () => null, state: async () => null }, effect, 'force');
      expect(report.outcome).toBe('impossible');
      expect((await server.agent.rest.repos.get({ owner, repo })).status).toBe(200);
    },
  );
});

describe('A value of a payload', () => {
  const listener = new Listener((_, reply) => json(reply, 404, {}));
  let baseUrl: string;
  beforeAll(async () => {
    baseUrl = await listener.start();
  });
  afterAll(() => listener.stop());

  const CONNECTORS: readonly [Connector, number][] = [
    [github, 21],
    [gmail, 8],
    [gcal, 3],
    [gdrive, 1],
    [stripe, 6],
  ];
  const CREDENTIALS = { token: 'a', accessToken: 'b', secretKey: 'sk_test_c' };

  /** What the provider was asked for while this call was captured. */
  async function askedFor(connector: Connector, apiName: string, payload: JsonObject): Promise<string[]> {
    listener.asked = [];
    await connector.capture({ apiName, payload }, { ...context, credentials: { ...CREDENTIALS, baseUrl } });
    return listener.asked.map(({ path }) => path.replace(/\?.*/, ''));
  }

  it.each(CONNECTORS)(
    'never leads a connector to a path that it does not fill (%#)',
    async (connector, mostlyAsked) => {
      let asking = 0;
      for (const { apiName, payloadSchema, reversibility } of connector.operations) {
        if (reversibility === 'none') continue;
        const payload = payloadOf(payloadSchema as Schema) as JsonObject;
        const meant = await askedFor(connector, apiName, payload);
        if (meant.length === 0) continue;
        asking += 1;
        for (const value of ['.', '..', '.\t.', '%2e%2e', 'a/../..', 'a\\..\\..']) {
          for (const name of Object.keys(payload).filter((one) => payload[one] === MARK)) {
            const filled = (await askedFor(connector, apiName, { ...payload, [name]: value })).map(decodeURIComponent);
            const allowed = meant.map((path) => path.split(MARK));
            for (const path of filled) {
              const fits = allowed.some((parts) => parts.length > 1 && parts.every((part) => path.includes(part)));
              const isMeant = meant.includes(path) || (fits && path.includes(value));
              expect({ apiName, name, value, path, isMeant }).toEqual({ apiName, name, value, path, isMeant: true });
            }
          }
        }
      }
      expect(asking).toBeGreaterThanOrEqual(mostlyAsked);
    },
  );

  it.each([
    '/dav/../admin.ics',
    '/dav/%2e%2e/a.ics',
    '/dav/.\t./a.ics',
    '/dav/..%2fa.ics',
    '/dav\\..\\a.ics',
    '/a.ics?b=c',
  ])('never leads caldav to %j', async (path) => {
    const credentials = { serverUrl: `${baseUrl}/dav/`, username: 'a', password: 'b' };
    for (const url of [path, baseUrl + path]) {
      listener.asked = [];
      const call = { apiName: 'caldav.objects.delete', payload: { url } };
      expect(await caldav.capture(call, { ...context, credentials })).toMatchObject({ captured: false });
      expect(listener.asked).toEqual([]);
    }
  });
});

const MARK = 'marked';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
}

/** The smallest payload within a schema; every text in it is the mark. */
function payloadOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = [schema.type ?? 'string'].flat()[0];
  if (type === 'string') return MARK;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [payloadOf(schema.items ?? {})];
  return Object.fromEntries((schema.required ?? []).map((name) => [name, payloadOf(schema.properties?.[name] ?? {})]));
}
