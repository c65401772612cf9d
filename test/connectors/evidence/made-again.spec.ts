import { calendar } from '@googleapis/calendar';
import { type gmail_v1, gmail as gmailClient } from '@googleapis/gmail';
import type { Json, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { gcal } from '../../../src/connectors/gcal/gcal.connector.js';
import { gmail } from '../../../src/connectors/gmail/gmail.connector.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { startCalendarEvents } from '../../support/calendar-events.js';
import { unique } from '../../support/client.js';
import { startGitHub } from '../../support/github.js';
import { contextWith, type Google, startGoogle } from '../../support/google.js';
import { newScenario } from '../../support/scenario.js';
import { startSlack } from '../../support/slack.js';
import type { Things } from '../subjects/subject.js';
import { WORLDS } from '../subjects/worlds.js';

let github: Awaited<ReturnType<typeof startGitHub>>;
let slack: Awaited<ReturnType<typeof startSlack>>;
let google: Google;
let mailbox: gmail_v1.Gmail;
let calendarEvents: Awaited<ReturnType<typeof startCalendarEvents>>;
beforeAll(async () => {
  [github, slack, google] = await Promise.all([startGitHub(), startSlack(), startGoogle()]);
  calendarEvents = await startCalendarEvents(google.url);
  mailbox = gmailClient({ version: 'v1', ...google.options });
});
afterAll(() => Promise.all([github.stop(), slack.stop(), calendarEvents.stop(), google.stop()]));

async function comments(): Promise<Things> {
  const { owner, repo, issue_number } = await github.newIssue();
  const at = { owner, repo };
  const texts = async () =>
    (await github.agent.rest.issues.listComments({ ...at, issue_number })).data.map(({ body }) => body);
  const found = (response: Json) => ({ ...at, comment_id: Number(objectOf(objectOf(response).data).id) });
  return {
    make: (body) => github.trip('github.issues.createComment', { ...at, issue_number, body }, texts),
    change: (response, body) => github.trip('github.issues.updateComment', { ...found(response), body }, texts),
    remove: (response) => github.trip('github.issues.deleteComment', found(response), texts),
    texts,
  };
}

async function releases(): Promise<Things> {
  const at = await github.newRepository();
  const texts = async () => (await github.agent.rest.repos.listReleases(at)).data.map(({ body }) => body);
  const found = (response: Json) => ({ ...at, release_id: Number(objectOf(objectOf(response).data).id) });
  return {
    make: (body) => github.trip('github.repos.createRelease', { ...at, tag_name: unique('v'), body }, texts),
    change: (response, body) => github.trip('github.repos.updateRelease', { ...found(response), body }, texts),
    remove: (response) => github.trip('github.repos.deleteRelease', found(response), texts),
    texts,
  };
}

async function bookmarks(): Promise<Things> {
  const channel_id = await slack.newChannel();
  const texts = async () =>
    ((await slack.agent.bookmarks.list({ channel_id })).bookmarks ?? []).map((one) => one.title);
  const found = (response: Json) => ({ channel_id, bookmark_id: String(objectOf(objectOf(response).bookmark).id) });
  const link = 'https://example.com/';
  return {
    make: (title) => slack.trip('slack.bookmarks.add', { channel_id, title, type: 'link', link }, texts),
    change: (response, title) => slack.trip('slack.bookmarks.edit', { ...found(response), title }, texts),
    remove: (response) => slack.trip('slack.bookmarks.remove', found(response), texts),
    texts,
  };
}

async function drafts(): Promise<Things> {
  const userId = 'me';
  const to = `${unique('b')}@example.com`;
  const bodyOf = (text: string) => {
    const raw = Buffer.from(`To: ${to}\r\nSubject: Hello\r\n\r\n${text}`).toString('base64url');
    return { message: { raw } };
  };
  const textOf = async (id: string) => {
    const { data } = await mailbox.users.drafts.get({ userId, id, format: 'raw' });
    return Buffer.from(String(data.message?.raw), 'base64url').toString();
  };
  const texts = async () => {
    const { data } = await mailbox.users.drafts.list({ userId });
    const all = await Promise.all((data.drafts ?? []).map(({ id }) => textOf(String(id))));
    return all.filter((one) => one.includes(to)).map((one) => one.split('\r\n\r\n')[1]?.trim());
  };
  const trip = (verb: string, payload: object, act: () => Promise<{ data: unknown }>): Trip => ({
    ...{ connector: gmail, context: contextWith(google.token), apiName: `gmail.drafts.${verb}` },
    ...{ payload: payload as JsonObject, act: async () => (await act()).data, state: texts },
  });
  const idOf = (response: Json) => String(objectOf(response).id);
  return {
    make: (text) => {
      const payload = { userId, requestBody: bodyOf(text) };
      return trip('create', payload, () => mailbox.users.drafts.create(payload));
    },
    change: (response, text) => {
      const payload = { userId, id: idOf(response), requestBody: bodyOf(text) };
      return trip('update', payload, () => mailbox.users.drafts.update(payload));
    },
    remove: (response) => {
      const payload = { userId, id: idOf(response) };
      return trip('delete', payload, () => mailbox.users.drafts.delete(payload));
    },
    texts,
  };
}

async function events(): Promise<Things> {
  const calendarId = 'primary';
  const summary = unique('event');
  const client = calendar({ version: 'v3', ...google.options }).events;
  const texts = async () =>
    ((await client.list({ calendarId, q: summary })).data.items ?? []).map((one) => one.description);
  const trip = (verb: string, payload: object, act: () => Promise<{ data: unknown }>): Trip => ({
    ...{ connector: gcal, context: contextWith({ ...google.token, baseUrl: calendarEvents.url }) },
    ...{ apiName: `gcal.events.${verb}`, payload: payload as JsonObject },
    ...{ act: async () => (await act()).data, state: texts },
  });
  return {
    make: (description) => {
      const day = { start: { date: '2030-05-01' }, end: { date: '2030-05-02' } };
      const payload = { calendarId, requestBody: { summary, description, ...day } };
      return trip('insert', payload, () => client.insert(payload));
    },
    remove: (response) => {
      const payload = { calendarId, eventId: String(objectOf(response).id) };
      return trip('delete', payload, () => client.delete(payload));
    },
    texts,
  };
}

const KINDS = [
  ['comments on GitHub', comments],
  ['releases on GitHub', releases],
  ['bookmarks on Slack', bookmarks],
  ['drafts in Gmail', drafts],
  ['events in Google Calendar', events],
  ...[...WORLDS].flatMap(([id, { madeAgain }]) => (madeAgain ? [[`things of ${id}`, madeAgain] as const] : [])),
] as const;

/** Makes the call as another client does, without an action. */
const stranger = (trip: Trip) => trip.act();
const answerOf = async (trip: Trip) => JSON.parse(JSON.stringify((await trip.act()) ?? null));

describe.each(KINDS)('%s', (_, newThings) => {
  it('that were made, changed and deleted in one session are gone after its rollback', async () => {
    const things = await newThings();
    const scenario = await newScenario(things.make('one'));
    const { response } = await scenario.run(things.make('one'));
    if (things.change) await scenario.run(things.change(response, 'two'));
    await scenario.run(things.remove(response));
    const report = await scenario.rollBack();
    expect(report.outcomes).toEqual(report.outcomes.map(() => 'ROLLED_BACK'));
    expect(report.displayStatus).toBe('REVERTED');
    expect(await things.texts()).toEqual([]);
  });
});

/** A tag has one release. */
const WITH_TWINS = KINDS.filter(([, things]) => things !== releases);

describe.each(WITH_TWINS)('%s', (_, newThings) => {
  it('that are duplicates are both restored', async () => {
    const things = await newThings();
    const [first, second] = [await answerOf(things.make('twin')), await answerOf(things.make('twin'))];
    const before = await things.texts();
    const scenario = await newScenario(things.make('twin'));
    await scenario.run(things.remove(first));
    await scenario.run(things.remove(second));
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await things.texts()).toEqual(before);
  });

  it('of which a duplicate remains are restored nevertheless', async () => {
    const things = await newThings();
    const first = await answerOf(things.make('twin'));
    await stranger(things.make('twin'));
    const before = await things.texts();
    const scenario = await newScenario(things.make('twin'));
    await scenario.run(things.remove(first));
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await things.texts()).toEqual(before);
  });

  it('that another client has created again since are UNKNOWN, and not created twice', async () => {
    const things = await newThings();
    const first = await answerOf(things.make('twin'));
    const scenario = await newScenario(things.make('twin'));
    await scenario.run(things.remove(first));
    await stranger(things.make('twin'));
    const changed = await things.texts();
    expect(await scenario.rollBack()).toMatchObject({
      displayStatus: 'ROLLBACK_FAILED',
      outcomes: ['UNKNOWN'],
      details: [expect.stringContaining('an equal one is there that no undo of ours made')],
    });
    expect(await things.texts()).toEqual(changed);
  });
});
