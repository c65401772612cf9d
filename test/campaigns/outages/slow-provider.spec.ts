import type { IncomingMessage } from 'node:http';
import { calendar } from '@googleapis/calendar';
import { gmail as gmailClient } from '@googleapis/gmail';
import type { ConnectorContext } from '../../../src/connectors/connector.js';
import { perform, type Trip, undo } from '../../../src/connectors/connector.testkit.js';
import { gcal } from '../../../src/connectors/gcal/gcal.connector.js';
import { gmail } from '../../../src/connectors/gmail/gmail.connector.js';
import { transientMemory } from '../../../src/connectors/undo-memory.js';
import type { Deletion } from '../../connectors/subjects/subject.js';
import { WORLDS } from '../../connectors/subjects/worlds.js';
import { startCalendarEvents } from '../../support/calendar-events.js';
import { unique } from '../../support/client.js';
import { startGitHub } from '../../support/github.js';
import { type Google, startGoogle } from '../../support/google.js';
import { patience } from '../../support/patience.mjs';
import { startSlack } from '../../support/slack.js';
import { startSlowProxy } from '../../support/slow-proxy.js';

const TIMEOUT_MS = patience(400);
/** Slack is asked with POST for everything. */
const READS_OF_SLACK = /(bookmarks\.list|auth\.test)$/;
const isMaking = ({ method, url = '' }: IncomingMessage) => method === 'POST' && !READS_OF_SLACK.test(url);

let github: Awaited<ReturnType<typeof startGitHub>>;
let google: Google;
let slack: Awaited<ReturnType<typeof startSlack>>;
let calendarEvents: Awaited<ReturnType<typeof startCalendarEvents>>;
beforeAll(async () => {
  [github, google, slack] = await Promise.all([startGitHub(), startGoogle(), startSlack()]);
  calendarEvents = await startCalendarEvents(google.url);
});
afterAll(() => Promise.all([github.stop(), slack.stop(), calendarEvents.stop(), google.stop()]));

async function comment(): Promise<Deletion> {
  const { owner, repo, issue_number } = await github.newIssue();
  const { data } = await github.agent.rest.issues.createComment({ owner, repo, issue_number, body: 'before' });
  const payload = { owner, repo, comment_id: data.id };
  const texts = async () =>
    (await github.agent.rest.issues.listComments({ owner, repo, issue_number })).data.map(({ body }) => body);
  const call = github.trip('github.issues.deleteComment', payload, texts);
  return {
    upstream: github.baseUrl,
    trip: (baseUrl) => ({ ...call, context: within(baseUrl, { token: 'test_token_admin' }) }),
  };
}

async function draft(): Promise<Deletion> {
  const client = gmailClient({ version: 'v1', ...google.options });
  const userId = 'me';
  const raw = Buffer.from('To: b@example.com\r\nSubject: Slow\r\n\r\nText').toString('base64url');
  const { data } = await client.users.drafts.create({ userId, requestBody: { message: { raw } } });
  const payload = { userId, id: String(data.id) };
  const count = async () => [((await client.users.drafts.list({ userId })).data.drafts ?? []).length];
  return {
    upstream: google.url,
    trip: (baseUrl) => ({
      ...{ connector: gmail, apiName: 'gmail.drafts.delete', payload, state: count },
      context: within(baseUrl, { accessToken: google.token.accessToken }),
      act: async () => (await client.users.drafts.delete(payload)).data,
    }),
  };
}

async function bookmark(): Promise<Deletion> {
  const channel_id = await slack.newChannel();
  const { bookmark } = await slack.agent.bookmarks.add({
    ...{ channel_id, title: 'before', type: 'link' },
    link: 'https://example.com/',
  });
  const titles = async () =>
    ((await slack.agent.bookmarks.list({ channel_id })).bookmarks ?? []).map(({ title }) => title);
  const call = slack.trip('slack.bookmarks.remove', { channel_id, bookmark_id: String(bookmark?.id) }, titles);
  return {
    upstream: slack.baseUrl,
    trip: (baseUrl) => ({ ...call, context: within(baseUrl, { token: 'xoxb-agent' }) }),
  };
}

async function event(): Promise<Deletion> {
  const calendarId = 'primary';
  const client = calendar({ version: 'v3', ...google.options }).events;
  const summary = unique('event');
  const requestBody = { summary, start: { date: '2030-05-01' }, end: { date: '2030-05-02' } };
  const { data } = await client.insert({ calendarId, requestBody });
  const payload = { calendarId, eventId: String(data.id) };
  const count = async () => [((await client.list({ calendarId, q: summary })).data.items ?? []).length];
  return {
    upstream: calendarEvents.url,
    trip: (baseUrl) => ({
      ...{ connector: gcal, apiName: 'gcal.events.delete', payload, state: count },
      context: within(baseUrl, { accessToken: google.token.accessToken }),
      act: async () => (await client.delete(payload)).data,
    }),
  };
}

const within = (baseUrl: string, credentials: Record<string, string>): ConnectorContext => ({
  credentials: { ...credentials, baseUrl },
  allowedPrivateHosts: ['127.0.0.1'],
  timeoutMs: TIMEOUT_MS,
});

/** The capture waits as long as a busy machine needs. */
const patiently = (call: Trip): Trip => ({ ...call, context: { ...call.context, timeoutMs: patience(10_000) } });

const DELETIONS: readonly (readonly [string, () => Promise<Deletion>])[] = [
  ['a comment on GitHub', comment],
  ['a draft in Gmail', draft],
  ['a bookmark of Slack', bookmark],
  ['an event of Google Calendar', event],
  ...[...WORLDS].flatMap(([id, { deletion }]) =>
    deletion ? [[`a thing of ${id}`, () => deletion(TIMEOUT_MS)] as const] : [],
  ),
];

describe.each(DELETIONS)('%s that a slow provider makes again', (_, deletion) => {
  it('after the time-out is found, and not made twice', async () => {
    const { upstream, trip } = await deletion();
    // Later than the first undo waits, and well before the second one, which waits twice as long, gives up.
    const proxy = await startSlowProxy(upstream, 1.3 * TIMEOUT_MS, isMaking);
    const call = trip(proxy.url);
    const before = await call.state();
    const effect = await perform(patiently(call));
    await expect(undo(call, effect)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    expect(await undo(call, effect)).toMatchObject({ outcome: 'done' });
    expect(await proxy.settled()).toBe(1);
    expect(await call.state()).toEqual(before);
    proxy.stop();
  });

  it('later than an undo waits is UNKNOWN until it is there, and not made twice', async () => {
    const { upstream, trip } = await deletion();
    const proxy = await startSlowProxy(upstream, 5 * TIMEOUT_MS, isMaking);
    const call = trip(proxy.url);
    const before = await call.state();
    const effect = await perform(patiently(call));
    await expect(undo(call, effect)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    expect(await undo(call, effect)).toMatchObject({
      outcome: 'unknown',
      detail: expect.stringContaining('did not answer an earlier try'),
    });
    expect(await proxy.settled()).toBe(1);
    expect(await undo(call, effect)).toMatchObject({ outcome: 'done' });
    expect(await call.state()).toEqual(before);
    proxy.stop();
  });
});

describe('an attempt that reached no server', () => {
  it('is repeated without waiting', async () => {
    const { upstream, trip } = await comment();
    const proxy = await startSlowProxy(upstream, 0, () => false);
    const call = trip(proxy.url);
    const before = await call.state();
    const effect = await perform(patiently(call));
    const memory = transientMemory();
    const resource = `comment ${call.payload.comment_id} in ${call.payload.owner}/${call.payload.repo}`;
    await memory.note([{ resource, sentAt: null }]);
    const report = await call.connector.undo(effect, 'skip', { ...call.context, memory });
    expect(report).toMatchObject({ outcome: 'done' });
    expect(await call.state()).toEqual(before);
    proxy.stop();
  });
});
