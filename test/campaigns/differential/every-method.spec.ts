import { calendar } from '@googleapis/calendar';
import { drive } from '@googleapis/drive';
import { gmail } from '@googleapis/gmail';
import { Client as HubSpot } from '@hubspot/api-client';
import { LinearClient } from '@linear/sdk';
import { Client as Notion } from '@notionhq/client';
import { Octokit } from '@octokit/rest';
import { LogLevel, WebClient } from '@slack/web-api';
import Stripe from 'stripe';
import { SLACK_READS } from '../../../sdk/src/clients/slack/reads.js';
import { everyMethod, type Row, type Subject } from '../../../sdk/test/support/every-method.js';
import {
  type Received,
  type RecordingServer,
  startRecordingServer,
} from '../../../sdk/test/support/recording-server.js';

const ignore = () => undefined;
const QUIET = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const isGet = ({ method }: Received) => method === 'GET' || method === 'HEAD';
const isMutation = ({ body }: Received) => /(^|[\n"}])\s*mutation\b/.test(body.replaceAll('\\n', '\n'));

/** Members that a form and an export of HubSpot need. */
const SOMETHING = { formType: 'hubspot', exportType: 'VIEW', conversionType: 'CONVERSION_DATE' };
const FILE = { purpose: 'dispute_evidence', file: { data: 'x', name: 'x.txt', type: 'text/plain' } };
const filled = (names: string) => Object.fromEntries(names.split(', ').map((name) => [name, 'x']));
const google = (connector: string, make: (options: object) => object): Subject => ({
  connector,
  newClient: (url) => make({ version: connector === 'gmail' ? 'v1' : 'v3', rootUrl: `${url}/`, retry: false }),
  args: (_path, _method, lacks) => [lacks === '' ? {} : filled(lacks)],
  isRead: (one) => isGet(one) || one.path.endsWith('/freeBusy'),
  silent: /^context\b/,
});

const SUBJECTS: (Subject & { readonly least: number })[] = [
  {
    least: 400,
    connector: 'github',
    newClient: (baseUrl) => new Octokit({ baseUrl, auth: 'x', log: QUIET }),
    args: (path, method) => {
      if (path === 'request') return ['POST /user/repos', { name: 'x' }];
      if (path === 'graphql') return ['mutation { a }'];
      if (path === 'paginate') return ['POST /user/repos', { name: 'x' }];
      if (path.endsWith('repos.uploadReleaseAsset')) {
        return [{ owner: 'o', repo: 'r', release_id: 1, data: 'x', baseUrl: server.url }];
      }
      const { url = '' } = (method as { endpoint?: { DEFAULTS: { url: string } } }).endpoint?.DEFAULTS ?? {};
      const names = [...url.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      return [Object.fromEntries(names.map((name) => [name, name === 'origin' ? server.url : 'x']))];
    },
    isRead: isGet,
    silent: /^auth$/,
  },
  {
    least: 300,
    connector: 'stripe',
    newClient: (url) => {
      const { hostname: host, port } = new URL(url);
      return new Stripe('sk_test_x', { protocol: 'http', host, port, maxNetworkRetries: 0, telemetry: false });
    },
    args: (path, method) => {
      if (path === 'rawRequest') return ['POST', '/v1/anything', {}];
      if (path === 'files.create') return [FILE];
      if (path === 'ephemeralKeys.create') return [{ customer: 'cus_1' }, { apiVersion: '2026-01-01' }];
      return [...['id_1', 'id_2'].slice(0, Math.max(0, method.length - 2)), {}];
    },
    isRead: isGet,
    silent:
      /^(withStripeContext|v2.core.events.addFetchRelatedObjectIfNeeded|on|off|once|set[A-Z]\w*|get[A-Z]\w*|resolveBaseAddress|parse\w+|\w*[nN]otification\w*|oauth\.\w+)$|initialize$|\.path$|basePath$|requestDataProcessor/,
  },
  {
    least: 150,
    connector: 'slack',
    newClient: (url) =>
      new WebClient('xoxb-x', { slackApiUrl: `${url}/api/`, logLevel: LogLevel.ERROR, retryConfig: { retries: 0 } }),
    args: (path) => {
      if (path === 'apiCall' || path === 'paginate') return ['reminders.add', {}];
      if (path === 'makeRequest') return [`${server.url}/api/reminders.add`, {}];
      if (path === 'postFileUploadsToExternalURL') return [[{ upload_url: `${server.url}/x`, data: 'x' }], {}];
      if (path === 'completeFileUploads' || path === 'fetchAllUploadURLExternal')
        return [[{ file_id: 'F1', filename: 'x', length: 1 }]];
      return path.endsWith('ploadV2')
        ? [{ content: 'x', filename: 'x.txt' }]
        : [{ channel: 'C1', ts: '1.0', text: 'x' }];
    },
    isRead: ({ path }) => SLACK_READS.has(path.split('/').at(-1)?.split('?')[0] ?? ''),
    silent: /^(fetchFn|chatStream|deriveRequestUrl|serializeBody|buildResult|getAllFileUploads)$/,
    refused: /^(paginate|makeRequest|(fetchAll|complete|post)\w+)$/,
  },
  {
    least: 200,
    connector: 'hubspot',
    unusable: /^crm\.exports\.publicExportsApi\.start/,
    newClient: (basePath) => new HubSpot({ accessToken: 'x', basePath }),
    args: (path, method, _lacks, attempt) =>
      path === 'apiRequest'
        ? [{ method: 'POST', path: '/crm/v3/objects/contacts', body: {} }]
        : Array.from({ length: Math.max(1, method.length - 1) }, (_, at) =>
            at === attempt - 2 ? SOMETHING : attempt === 1 ? undefined : 'x',
          ),
    isRead: (one) => isGet(one) || /\/(search|batch\/read|batch-read)$/.test(one.path.split('?')[0] ?? ''),
    silent:
      /^(set\w+|init|getDecorators|oauth.getAuthorizationUrl)$|\.(api|config)\.|requestFactory|responseProcessor|configuration/,
  },
  { least: 20, ...google('gmail', (options) => gmail(options as never)) },
  { least: 15, ...google('gcal', (options) => calendar(options as never)) },
  { least: 20, ...google('gdrive', (options) => drive(options as never)) },
  {
    least: 20,
    connector: 'notion',
    newClient: (baseUrl) => new Notion({ auth: 'x', baseUrl, retry: false, logger: ignore } as never),
    args: (path) => {
      if (path === 'request' || path === 'streamRequest') return [{ method: 'post', path: 'pages', body: {} }, String];
      const ids = ['page_id', 'block_id', 'database_id', 'data_source_id', 'comment_id', 'user_id', 'file_upload_id'];
      return [
        Object.fromEntries(
          [
            ...ids,
            'view_id',
            'agent_id',
            'session_id',
            'task_id',
            'query_id',
            'property_id',
            'meeting_note_id',
            'async_task_id',
            'template_id',
            'id',
            'emoji_id',
            'custom_emoji_id',
          ].map((name) => [name, 'x']),
        ),
      ];
    },
    isRead: (one) => isGet(one) || /\/(search|query)$/.test(one.path),
    silent:
      /^(log\w*|authAsHeaders|redact\w*|build\w*|serialize\w*|validate\w*|warn\w*|extract\w*|can\w*|calculate\w*|parse\w*|execute\w*|should\w*|get\w*|sleep|\w*Retry\w*|isRetr\w*)$/,
  },
  {
    least: 200,
    connector: 'linear',
    newClient: (url) => new LinearClient({ apiKey: 'x', apiUrl: `${url}/graphql` }),
    args: (path) => (/^client\.(raw)?[rR]equest$/.test(path) ? ['mutation { a }'] : ['x', {}]),
    isRead: (one) => !isMutation(one),
    silent: /^(options|paginate|client\.(set\w+))$/,
  },
];

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer({ ok: true, data: {}, results: [], upload_url: 'x' });
});
afterAll(() => server.stop());

describe.each(SUBJECTS)('every method of a wrapped client of $connector', ({ least, ...subject }) => {
  let rows: Row[];
  beforeAll(async () => {
    rows = await everyMethod(subject, server);
  });

  it('sends only reads when a policy blocks everything', () => {
    expect(rows.filter(({ escaped }) => escaped.length > 0).map(({ path, escaped }) => `${path}: ${escaped}`)).toEqual(
      [],
    );
  });

  it('is asked for when it writes, and then sends the same as bare', () => {
    const writing = rows.filter(({ writes }) => writes);
    expect(writing.length).toBeGreaterThan(least);
    const waiting = writing.filter(({ path }) => !subject.refused?.test(path));
    expect(waiting.filter(({ asked }) => asked.length === 0).map(({ path, sent }) => `${path}: ${sent}`)).toEqual([]);
    expect(waiting.filter(({ same }) => !same).map(({ path, sent }) => `${path}: ${sent}`)).toEqual([]);
  });

  it('sends a request, unless it is known that it does not', () => {
    const usable = rows.filter(({ path }) => !subject.unusable?.test(path));
    expect(usable.filter(({ sent }) => sent.length === 0).map(({ path }) => path)).toEqual([]);
  });
});
