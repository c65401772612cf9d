import { CopyObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { calendar } from '@googleapis/calendar';
import { drive } from '@googleapis/drive';
import { gmail as gmailClient } from '@googleapis/gmail';
import StripeClient from 'stripe';
import { CONNECTORS } from '../../../src/connectors/all.js';
import type { ConnectorContext, Json, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { startCalendarEvents } from '../../support/calendar-events.js';
import { unique } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { startEmulate } from '../../support/emulate.mjs';
import { startGitHub } from '../../support/github.js';
import { contextWith, startGoogle } from '../../support/google.js';
import { startGoogleDriveMock } from '../../support/google-drive-mock.mjs';
import { startJsonServer } from '../../support/json-server.mjs';
import { startS3 } from '../../support/s3rver.mjs';
import { newScenario } from '../../support/scenario.js';
import { startSlack } from '../../support/slack.js';

/** A creation that an agent asks for, and what another person makes that looks like it. */
interface Claim {
  readonly payload: JsonObject;
  /** Makes what the payload says. Answers as the agent's client does. */
  make(): Promise<unknown>;
  /** The same by another person, with something that the payload does not say. Left out: there is nothing more to say. */
  makeMore?(): Promise<unknown>;
  /** All there is, past the connector. */
  state(): Promise<unknown>;
  /** The payload names it: where it was there before, the call changed nothing, and nothing is undone. */
  readonly isNamed?: boolean;
  /** Why the stand-in does not take back what was made. */
  readonly lacks?: string;
}

/** A change that an agent asks for, and what another person sets in its place. */
interface Change {
  readonly payload: JsonObject;
  /** Sets another value, and answers as the provider does. */
  set(): Promise<unknown>;
  state(): Promise<unknown>;
}

/** A provider with the creations of its connector, and changes whose answer tells what they left. */
interface Stage {
  readonly context: ConnectorContext;
  readonly claims: { readonly [apiName: string]: () => Claim | Promise<Claim> };
  readonly changes?: { readonly [apiName: string]: () => Promise<Change> };
  stop(): Promise<unknown>;
}

const data = async (call: Promise<{ data: unknown }>) => (await call).data;

async function onStripe(): Promise<Stage> {
  const emulate = await startEmulate(['stripe']);
  const baseUrl = emulate.urls.stripe ?? '';
  const { hostname, port } = new URL(baseUrl);
  const client = new StripeClient('sk_test_person', { protocol: 'http', host: hostname, port, telemetry: false });
  const all = (list: { list(page: object): Promise<{ data: object[] }> }) => async () =>
    (await list.list({ limit: 100 })).data;
  const claim = <T extends JsonObject>(
    resource: { create(params: T): Promise<object>; list(page: object): Promise<{ data: object[] }> },
    payload: T,
    more: object,
  ): Claim => ({
    payload,
    make: () => resource.create(payload),
    makeMore: () => resource.create({ ...payload, ...more }),
    state: all(resource),
  });
  return {
    context: contextWith({ secretKey: 'sk_test_server', baseUrl }),
    stop: emulate.stop,
    changes: {
      'stripe.customers.update': async () => {
        const { id } = await client.customers.create({ name: unique('name') });
        return {
          payload: { id, name: 'of the agent' },
          set: () => client.customers.update(id, { name: 'of a person' }),
          state: () => client.customers.retrieve(id),
        };
      },
    },
    claims: {
      'stripe.customers.create': () =>
        claim(client.customers as never, { name: unique('name') }, { description: 'of a person' }),
      'stripe.products.create': () => ({
        ...claim(client.products as never, { name: unique('name') }, { description: 'of a person' }),
        lacks: 'it changes no products',
      }),
      'stripe.prices.create': async () => {
        const { id } = await client.products.create({ name: unique('name') });
        return {
          ...claim(client.prices as never, { product: id, currency: 'eur' }, { unit_amount: 700 }),
          lacks: 'it changes no prices',
        };
      },
      'stripe.paymentIntents.create': () =>
        claim(client.paymentIntents as never, { amount: 700, currency: 'eur' }, { description: 'of a person' }),
      'stripe.checkout.sessions.create': async () => {
        const { id: customer } = await client.customers.create({ name: unique('name') });
        const payload = { mode: 'payment', success_url: 'https://example.com/' };
        return claim(client.checkout.sessions as never, payload, { customer });
      },
    },
  };
}

async function onGitHub(): Promise<Stage> {
  const { agent, context, newRepository, newIssue, stop } = await startGitHub();
  const { issues, repos, pulls, git } = agent.rest;
  const branch = async (at: { owner: string; repo: string }, name: string) => {
    const { data: main } = await git.getRef({ ...at, ref: 'heads/main' });
    return { ...at, ref: `refs/heads/${name}`, sha: main.object.sha };
  };
  return {
    context,
    stop,
    changes: {
      'github.issues.update': async () => {
        const at = await newIssue();
        return {
          payload: { ...at, title: 'of the agent', body: 'of the agent' },
          set: () => issues.update({ ...at, title: 'of a person', body: 'of a person' }),
          state: async () => (await issues.get(at)).data.title,
        };
      },
      'github.issues.updateMilestone': async () => {
        const at = await newRepository();
        const { data: made } = await issues.createMilestone({ ...at, title: unique('title') });
        const one = { ...at, milestone_number: made.number };
        return {
          payload: { ...one, description: 'of the agent' },
          set: () => issues.updateMilestone({ ...one, description: 'of a person' }),
          state: async () => (await issues.getMilestone(one)).data.description,
        };
      },
    },
    claims: {
      'github.issues.create': async () => {
        const at = await newRepository();
        const payload = { ...at, title: 'Broken' };
        return {
          payload,
          make: () => issues.create(payload),
          makeMore: () => issues.create({ ...payload, body: 'As a person says.' }),
          state: () => data(issues.listForRepo({ ...at, state: 'all' })),
        };
      },
      'github.issues.createComment': async () => {
        const at = await newIssue();
        const payload = { ...at, body: 'the same' };
        return {
          payload,
          make: () => issues.createComment(payload),
          makeMore: async () => issues.createComment({ ...(await newIssueBeside(at)), body: 'the same' }),
          state: () => commentsIn(at),
        };
      },
      'github.git.createRef': async () => {
        const payload = await branch(await newRepository(), unique('branch'));
        return {
          payload,
          make: () => git.createRef(payload),
          isNamed: true,
          state: () => data(repos.listBranches(payload)),
        };
      },
      'github.pulls.create': async () => {
        const at = await newRepository();
        const head = unique('branch');
        await git.createRef(await branch(at, head));
        await repos.createOrUpdateFileContents({ ...at, path: 'a', message: 'm', content: 'YQ==', branch: head });
        const payload = { ...at, title: 'Better', head, base: 'main' };
        return {
          payload,
          make: () => pulls.create(payload),
          makeMore: () => pulls.create({ ...payload, body: 'As a person says.' }),
          state: () => data(pulls.list({ ...at, state: 'all' })),
        };
      },
      'github.repos.createRelease': async () => {
        const at = await newRepository();
        const payload = { ...at, tag_name: unique('v') };
        return {
          payload,
          make: () => repos.createRelease(payload),
          makeMore: () => repos.createRelease({ ...payload, body: 'As a person says.' }),
          state: () => data(repos.listReleases(at)),
        };
      },
      'github.issues.createMilestone': async () => {
        const at = await newRepository();
        const payload = { ...at, title: unique('title') };
        return {
          payload,
          make: () => issues.createMilestone(payload),
          makeMore: () => issues.createMilestone({ ...payload, description: 'of a person' }),
          // The stand-in dates anew what is listed.
          state: async () =>
            (await issues.listMilestones({ ...at, state: 'all' })).data.map(({ updated_at: _, ...one }) => one),
        };
      },
      'github.issues.createLabel': async () => {
        const at = await newRepository();
        const payload = { ...at, name: unique('label'), color: 'ff0000' };
        return {
          payload,
          make: () => issues.createLabel(payload),
          makeMore: () => issues.createLabel({ ...payload, color: '00ff00' }),
          isNamed: true,
          state: () => data(issues.listLabelsForRepo(at)),
        };
      },
    },
  };

  async function commentsIn({ owner, repo }: { owner: string; repo: string }) {
    const { data: all } = await issues.listForRepo({ owner, repo, state: 'all' });
    const pages = all.map(({ number }) => data(issues.listComments({ owner, repo, issue_number: number })));
    return Promise.all(pages);
  }

  async function newIssueBeside({ owner, repo }: { owner: string; repo: string }) {
    const { data: issue } = await issues.create({ owner, repo, title: 'Another' });
    return { owner, repo, issue_number: issue.number };
  }
}

async function onSlack(): Promise<Stage> {
  const { agent, context, newChannel, newMessage, messages, stop } = await startSlack();
  return {
    context,
    stop,
    changes: {
      'slack.conversations.setTopic': async () => {
        const channel = await newChannel();
        return {
          payload: { channel, topic: 'of the agent' },
          set: () => agent.conversations.setTopic({ channel, topic: 'of a person' }),
          state: async () => (await agent.conversations.info({ channel })).channel?.topic?.value,
        };
      },
      'slack.chat.update': async () => {
        const at = await newMessage(await newChannel());
        return {
          payload: { ...at, text: 'of the agent' },
          set: () => agent.chat.update({ ...at, text: 'of a person' }),
          state: messages(at.channel),
        };
      },
    },
    claims: {
      'slack.chat.postMessage': async () => {
        const channel = await newChannel();
        const payload = { channel, text: 'the same' };
        return {
          payload,
          make: () => agent.chat.postMessage(payload),
          makeMore: () =>
            agent.chat.postMessage({
              ...payload,
              blocks: [{ type: 'section', text: { type: 'plain_text', text: 'of a person' } }],
            }),
          state: messages(channel),
        };
      },
      'slack.conversations.create': () => {
        const payload = { name: unique('channel') };
        return {
          payload,
          make: () => agent.conversations.create(payload),
          makeMore: () => agent.conversations.create({ name: `${payload.name}-of-a-person` }),
          state: async () => (await agent.conversations.list({ limit: 1_000 })).channels,
        };
      },
      'slack.bookmarks.add': async () => {
        const channel_id = await newChannel();
        const payload = { channel_id, title: 'the same', type: 'link' as const, link: 'https://example.com/' };
        return {
          payload,
          make: () => agent.bookmarks.add(payload),
          makeMore: () => agent.bookmarks.add({ ...payload, emoji: ':tada:' }),
          state: async () => (await agent.bookmarks.list({ channel_id })).bookmarks,
        };
      },
      'slack.reactions.add': async () => {
        const { channel, ts } = await newMessage(await newChannel());
        const payload = { channel, timestamp: ts, name: 'tada' };
        return { payload, make: () => agent.reactions.add(payload), isNamed: true, state: messages(channel) };
      },
      'slack.pins.add': async () => {
        const { channel, ts } = await newMessage(await newChannel());
        const payload = { channel, timestamp: ts };
        return {
          payload,
          make: () => agent.pins.add(payload),
          isNamed: true,
          state: async () => (await agent.pins.list({ channel })).items,
        };
      },
    },
  };
}

async function onGmail(): Promise<Stage> {
  const google = await startGoogle();
  const { users } = gmailClient({ version: 'v1', ...google.options });
  const userId = 'me';
  const rawOf = (text: string) => Buffer.from(`To: b@example.com\r\nSubject: s\r\n\r\n${text}`).toString('base64url');
  return {
    context: contextWith(google.token),
    stop: google.stop,
    changes: {
      'gmail.labels.patch': async () => {
        const { data: made } = await users.labels.create({ userId, requestBody: { name: unique('label') } });
        const at = { userId, id: String(made.id) };
        return {
          payload: { ...at, requestBody: { name: unique('agent') } },
          set: () => data(users.labels.patch({ ...at, requestBody: { name: unique('person') } })),
          state: () => data(users.labels.get(at)),
        };
      },
    },
    claims: {
      'gmail.labels.create': () => {
        const requestBody = { name: unique('label') };
        const payload = { userId, requestBody };
        const color = { backgroundColor: '#000000', textColor: '#ffffff' };
        return {
          payload,
          make: () => data(users.labels.create(payload)),
          makeMore: () => data(users.labels.create({ userId, requestBody: { ...requestBody, color } })),
          isNamed: true,
          state: () => data(users.labels.list({ userId })),
        };
      },
      'gmail.drafts.create': () => {
        const text = unique('text');
        const payload = { userId, requestBody: { message: { raw: rawOf(text) } } };
        return {
          payload,
          make: () => data(users.drafts.create(payload)),
          makeMore: () =>
            data(users.drafts.create({ userId, requestBody: { message: { raw: rawOf(`${text} of a person`) } } })),
          state: () => data(users.drafts.list({ userId })),
        };
      },
      'gmail.settings.filters.create': () => {
        const criteria = { from: `${unique('a')}@example.com` };
        const payload = { userId, requestBody: { criteria, action: { addLabelIds: ['STARRED'] } } };
        const more = { criteria, action: { addLabelIds: ['STARRED', 'IMPORTANT'] } };
        return {
          payload,
          make: () => data(users.settings.filters.create(payload)),
          makeMore: () => data(users.settings.filters.create({ userId, requestBody: more })),
          state: () => data(users.settings.filters.list({ userId })),
        };
      },
    },
  };
}

async function onCalendar(): Promise<Stage> {
  const google = await startGoogle();
  const proxy = await startCalendarEvents(google.url);
  const { events } = calendar({ version: 'v3', ...google.options });
  const calendarId = 'primary';
  return {
    context: contextWith({ ...google.token, baseUrl: proxy.url }),
    stop: async () => {
      await proxy.stop();
      await google.stop();
    },
    claims: {
      'gcal.events.insert': () => {
        const requestBody = { summary: unique('s'), start: { date: '2030-05-01' }, end: { date: '2030-05-02' } };
        const payload = { calendarId, requestBody };
        return {
          payload,
          make: () => data(events.insert(payload)),
          makeMore: () => data(events.insert({ calendarId, requestBody: { ...requestBody, description: 'theirs' } })),
          state: () => data(events.list({ calendarId })),
        };
      },
    },
  };
}

async function onDrive(): Promise<Stage> {
  const { url, accessToken, stop } = await startGoogleDriveMock();
  const headers = { authorization: `Bearer ${accessToken}` };
  const { files } = drive({ version: 'v3', rootUrl: `${url}/`, headers, retry: false });
  return {
    context: contextWith({ baseUrl: url, accessToken }),
    stop,
    changes: {
      'gdrive.files.update': async () => {
        const { data: made } = await files.create({ requestBody: { name: unique('file') } });
        const fileId = String(made.id);
        return {
          payload: { fileId, requestBody: { name: 'of the agent' } },
          set: () => data(files.update({ fileId, requestBody: { name: 'of a person' } })),
          state: async () => (await files.get({ fileId, fields: 'name' })).data.name,
        };
      },
    },
    claims: {
      'gdrive.files.create': () => {
        const requestBody = { name: unique('file') };
        return {
          payload: { requestBody },
          make: () => data(files.create({ requestBody })),
          makeMore: () => data(files.create({ requestBody: { ...requestBody, description: 'of a person' } })),
          state: () => data(files.list({ q: 'trashed = false' })),
        };
      },
    },
  };
}

async function onS3(): Promise<Stage> {
  const Bucket = 'invoices';
  const server = await startS3([Bucket]);
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = new S3Client({ endpoint: server.url, region: 'us-east-1', forcePathStyle: true, credentials });
  return {
    context: contextWith({ ...credentials, region: 'us-east-1', baseUrl: server.url }),
    stop: async () => {
      client.destroy();
      await server.stop();
    },
    claims: {
      's3.objects.copy': async () => {
        const [source, Key] = [unique('source'), unique('copy')];
        await client.send(new PutObjectCommand({ Bucket, Key: source, Body: 'the same' }));
        const payload = { Bucket, Key, CopySource: `${Bucket}/${source}` };
        return {
          payload,
          make: () => client.send(new CopyObjectCommand(payload)),
          isNamed: true,
          state: async () => {
            const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch(() => null);
            return found?.Body?.transformToString() ?? null;
          },
          makeMore: async () => {
            await client.send(new PutObjectCommand({ Bucket, Key, Body: 'of a person' }));
            const { ETag, LastModified } = await client.send(new GetObjectCommand({ Bucket, Key }));
            return { CopyObjectResult: { ETag, LastModified } };
          },
        };
      },
    },
  };
}

async function onPostgres(): Promise<Stage> {
  const database = await newCustomerDatabase();
  await database.pool.query(
    'CREATE TABLE customers (id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, name text, note text)',
  );
  const insert = async (name: string, note: string | null) => {
    const sql = 'INSERT INTO customers (name, note) VALUES ($1, $2) RETURNING *';
    const { command, rowCount, rows } = await database.pool.query(sql, [name, note]);
    return { command, rowCount, rows };
  };
  return {
    context: contextWith({ connectionString: database.url }),
    stop: () => database.drop(),
    claims: {
      'postgres.rows.insert': () => {
        const name = unique('name');
        return {
          payload: { table: 'customers', values: [{ name }] },
          make: () => insert(name, null),
          makeMore: () => insert(name, 'of a person'),
          state: async () => (await database.pool.query('SELECT * FROM customers ORDER BY id')).rows,
        };
      },
    },
  };
}

async function onHttp(): Promise<Stage> {
  const server = await startJsonServer({ things: [] });
  const made = '/things/{created}';
  const operations = [
    { method: 'POST', path: '/things', created: 'id', capture: { path: made }, undo: { method: 'DELETE', path: made } },
  ];
  const things = `${server.url}/things`;
  const post = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(things, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  return {
    context: contextWith({ baseUrl: server.url, operations: JSON.stringify(operations), probePath: '/things' }),
    stop: server.stop,
    claims: {
      'http.requests.post': () => {
        const body = { name: unique('name') };
        return {
          payload: { path: '/things', body },
          make: () => post(body),
          makeMore: () => post({ ...body, note: 'of a person' }),
          state: async () => (await fetch(things)).json(),
        };
      },
    },
  };
}

const STAGES = [onStripe, onGitHub, onSlack, onGmail, onCalendar, onDrive, onS3, onPostgres, onHttp];
/** Creations without a claim here, and why. */
const ELSEWHERE: { readonly [apiName: string]: string } = {
  'mysql.rows.insert': 'proved by the same engine on MariaDB: test/connectors/needs-mariadb/mysql-claims.spec.ts',
};
const claimed: string[] = [];

describe.each(STAGES.map((open) => [open.name, open] as const))('%s', (_, open) => {
  let stage: Stage;
  let connectorOf: (apiName: string) => Trip['connector'];
  beforeAll(async () => {
    stage = await open();
    connectorOf = (apiName) => {
      const found = CONNECTORS.find(({ id }) => apiName.startsWith(`${id}.`));
      if (!found) throw new Error(`no connector knows ${apiName}`);
      return found;
    };
    claimed.push(...Object.keys(stage.claims));
  });
  afterAll(() => stage.stop());

  /** Each creation of the provider, one after the other. */
  async function each(play: (claim: Claim, trip: Trip) => Promise<void>): Promise<void> {
    for (const [apiName, newClaim] of Object.entries(stage.claims)) {
      const claim = await newClaim();
      const { payload, state } = claim;
      const trip: Trip = {
        connector: connectorOf(apiName),
        context: stage.context,
        apiName,
        payload,
        state,
        act: claim.make,
      };
      await play(claim, trip).catch((error: Error) => {
        error.message = `${apiName}: ${error.message}`;
        throw error;
      });
    }
  }

  /** The agent makes nothing and reports this. */
  async function stays(trip: Trip, claimedAs: () => Promise<unknown>, isNothing = false): Promise<void> {
    const scenario = await newScenario(trip);
    await scenario.run({ ...trip, act: claimedAs });
    const now = await trip.state();
    const { displayStatus, outcomes } = await scenario.rollBack();
    expect(await trip.state()).toEqual(now);
    if (isNothing) return;
    expect(displayStatus).not.toBe('REVERTED');
    expect(['CONFLICT', 'IRREVERSIBLE', 'UNKNOWN']).toContain(outcomes[0]);
  }

  it('undoes what an agent made and reports', () =>
    each(async ({ lacks }, trip) => {
      const scenario = await newScenario(trip);
      await scenario.run(trip);
      const [{ class: planned }] = await scenario.plan();
      expect(planned).not.toBe('impossible');
      if (lacks) return;
      const { outcomes, details } = await scenario.rollBack();
      expect([outcomes, details]).toEqual([['ROLLED_BACK'], details]);
    }));

  it('leaves what another person made the moment before, exactly as the agent asked for', () =>
    each(async ({ make, isNamed }, trip) => {
      const theirs = (await make()) as Json;
      await stays(trip, async () => theirs, isNamed);
    }));

  it('leaves what another person set, which the agent reports as what its change left', async () => {
    for (const [apiName, newChange] of Object.entries(stage.changes ?? {})) {
      const { payload, set, state } = await newChange();
      const trip = { connector: connectorOf(apiName), context: stage.context, apiName, payload, state, act: set };
      const scenario = await newScenario(trip);
      await scenario.run(trip);
      const now = await state();
      const { displayStatus, outcomes } = await scenario.rollBack();
      expect([apiName, displayStatus, outcomes]).toEqual([apiName, 'ROLLBACK_FAILED', ['CONFLICT']]);
      expect([apiName, await state()]).toEqual([apiName, now]);
    }
  });

  it('leaves what another person made since, which holds more than the agent asked for', () =>
    each(async ({ makeMore, isNamed }, trip) => {
      if (makeMore) await stays(trip, makeMore);
      else expect(isNamed).toBe(true);
    }));
});

it('A claim on each creation of the registry is tried', () => {
  const creations = CONNECTORS.flatMap(({ operations }) => operations).filter(
    ({ operationType, reversibility }) => operationType === 'CREATE' && reversibility !== 'none',
  );
  const untried = creations.filter(({ apiName }) => !claimed.includes(apiName) && !(apiName in ELSEWHERE));
  expect(untried.map(({ apiName }) => apiName)).toEqual([]);
});
