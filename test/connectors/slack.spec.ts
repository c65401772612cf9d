import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, undo } from '../../src/connectors/connector.testkit.js';
import { slack } from '../../src/connectors/slack/slack.connector.js';
import { newOrganization, newSession, unique } from '../support/client.js';
import { freePort } from '../support/free-port.mjs';
import { governed } from '../support/governed.js';
import { startSlack } from '../support/slack.js';

let there: Awaited<ReturnType<typeof startSlack>>;
let agent: typeof there.agent;
let context: typeof there.context;
let newChannel: typeof there.newChannel;
let newMessage: typeof there.newMessage;
let trip: typeof there.trip;

beforeAll(async () => {
  there = await startSlack();
  ({ agent, context, newChannel, newMessage, trip } = there);
});

afterAll(() => there.stop());

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

/** What people wrote in a channel, oldest first, without what Slack says of changes. */
const messages = (channel: string) => async () => {
  const { messages: all = [] } = await agent.conversations.history({ channel });
  const people = all.filter(({ subtype }) => subtype === undefined).reverse();
  return people.map(({ ts, text, blocks = [], attachments = [], reactions }) => ({
    ...{ ts, text, blocks, attachments, reactions },
  }));
};

const thread = (channel: string, ts: string) => async () =>
  (await agent.conversations.replies({ channel, ts })).messages?.map(({ text }) => text);

const channelState = (channel: string) => async () => {
  const { channel: found } = await agent.conversations.info({ channel });
  return [found?.name, found?.topic?.value, found?.purpose?.value, found?.is_archived];
};

const pins = (channel: string) => async () =>
  (await agent.pins.list({ channel })).items?.map((one) => (one as { message?: { ts?: string } }).message?.ts);

const bookmarks = (channel_id: string) => async () =>
  (await agent.bookmarks.list({ channel_id })).bookmarks?.map(({ title, link, emoji }) => ({ title, link, emoji }));

describe('messages on Slack', () => {
  it('are deleted when the call sent them: to a channel, by its name, as an answer, and with blocks', async () => {
    const channel = await newChannel();
    const post = (more: JsonObject, state: () => Promise<unknown> = messages(channel)) =>
      roundTrip(trip('slack.chat.postMessage', { channel, ...more }, state));
    await post({ text: 'Tom & Jerry' });
    await post({ text: 'fallback', blocks: [section('shown')], attachments: [{ text: 'below' }] });
    await post({ blocks: [section('shown')] });
    const [name] = await channelState(channel)();
    await post({ channel: String(name), text: 'by name' });
    const { ts } = await newMessage(channel);
    await post({ text: 'answer', thread_ts: ts }, thread(channel, ts));
  });

  it('get their former text, blocks and attachments back', async () => {
    const channel = await newChannel();
    const blocks = [section('shown')];
    const { ts = '' } = await agent.chat.postMessage({
      channel,
      text: 'old',
      blocks,
      attachments: [{ text: 'below' }],
    });
    const update = (more: JsonObject) => trip('slack.chat.update', { channel, ts, ...more }, messages(channel));
    await roundTrip(update({ text: 'new' }));
    await roundTrip(update({ text: 'new', blocks: [section('other')] }));
    await roundTrip(update({ blocks: [section('other')] }));
    const plain = await newMessage(channel);
    await roundTrip(trip('slack.chat.update', { ...plain, text: 'new' }, messages(channel)));
    await roundTrip(trip('slack.chat.update', { ...plain, blocks: [section('new')] }, messages(channel)));
  });

  it('are left alone where somebody else changed the text, unless it is forced', async () => {
    const at = await newMessage(await newChannel());
    const call = trip('slack.chat.update', { ...at, text: 'agent' }, messages(at.channel));
    const effect = await refusesAfter(call, () => agent.chat.update({ ...at, text: 'somebody' }));
    const report = await undo(call, effect, 'force');
    expect(report.items).toEqual([
      {
        resource: `message ${at.ts} in ${at.channel}`,
        result: 'forced',
        fields: [{ field: 'text', before: 'before', after: 'agent', now: 'somebody', result: 'forced' }],
      },
    ]);
    expect(await messages(at.channel)()).toMatchObject([{ text: 'before' }]);
    const post = trip('slack.chat.postMessage', { channel: at.channel, text: 'Hello' }, messages(at.channel));
    const ts = () => messages(at.channel)().then((all) => all.at(-1)?.ts ?? '');
    await refusesAfter(post, async () => agent.chat.update({ channel: at.channel, ts: await ts(), text: 'edited' }));
  });

  it('are not deleted on the word of an agent: not with another text, not in another channel, not older ones', async () => {
    const at = await newMessage(await newChannel(), 'somebody');
    const told = async (payload: JsonObject, response: JsonObject, later = 0) => {
      const call = trip('slack.chat.postMessage', payload, messages(at.channel));
      const effect = await perform({ ...call, act: async () => response });
      const takenAt = Number(effect.snapshot?.takenAt) + later;
      return undo(call, { ...effect, snapshot: { ...effect.snapshot, takenAt } });
    };
    const mine = { channel: at.channel, text: 'mine' };
    expect(await told(mine, at)).toMatchObject({ outcome: 'conflict' });
    const elsewhere = { channel: await newChannel(), text: 'somebody' };
    expect(await told(elsewhere, at)).toMatchObject({ outcome: 'impossible' });
    const older = await told({ channel: at.channel, text: 'somebody' }, at, 3_600_000);
    expect(older).toMatchObject({
      outcome: 'impossible',
      detail: expect.stringContaining('was there before the call'),
    });
    expect(await messages(at.channel)()).toMatchObject([{ text: 'somebody' }]);
  });
});

describe('channels on Slack', () => {
  it('get back topic, purpose and name, and are unarchived and archived again', async () => {
    const channel = await newChannel();
    await agent.conversations.setTopic({ channel, topic: 'old' });
    const on = (verb: string, more: JsonObject = {}) =>
      trip(`slack.conversations.${verb}`, { channel, ...more }, channelState(channel));
    await roundTrip(on('setTopic', { topic: 'new' }));
    await roundTrip(on('setPurpose', { purpose: 'new' }));
    await roundTrip(on('rename', { name: unique('renamed') }));
    await roundTrip(on('archive'));
    await refusesAfter(on('setTopic', { topic: 'new' }), () =>
      agent.conversations.setTopic({ channel, topic: 'theirs' }),
    );
    await agent.conversations.archive({ channel });
    await roundTrip(on('unarchive'));
  });

  it('that were made are archived', async () => {
    const call = trip('slack.conversations.create', { name: unique('new') }, async () => []);
    const effect = await perform(call);
    expect(slack.plan(effect)).toMatchObject({
      class: 'compensating',
      calls: [expect.stringMatching(/^conversations.archive of channel C/)],
      remains: ['The channel stays, archived, and keeps its name.'],
    });
    expect(await slack.settle(effect, context)).toBe('happened');
    expect((await undo(call, effect)).outcome).toBe('done');
    const { channel } = effect.response as { channel: { id: string } };
    expect((await channelState(channel.id)()).at(-1)).toBe(true);
    expect((await undo(call, effect)).items[0]?.result).toBe('already-restored');
    const other = await newChannel();
    const lie = { ...effect, response: { channel: { id: other } } };
    expect((await undo(call, lie)).outcome).toBe('conflict');
    expect((await channelState(other)()).at(-1)).toBe(false);
  });
});

describe('reactions, pins and bookmarks on Slack', () => {
  it('are taken back, and given again', async () => {
    const { channel, ts } = await newMessage(await newChannel());
    const at = { channel, timestamp: ts };
    await roundTrip(trip('slack.reactions.add', { ...at, name: 'eyes' }, messages(channel)));
    await agent.reactions.add({ ...at, name: 'eyes' });
    await roundTrip(trip('slack.reactions.remove', { ...at, name: 'eyes' }, messages(channel)));
    await roundTrip(trip('slack.pins.add', at, pins(channel)));
    await agent.pins.add(at);
    await roundTrip(trip('slack.pins.remove', at, pins(channel)));
  });

  it('that are taken back already stay so, and nothing brings one back to a message that is gone', async () => {
    const { channel, ts } = await newMessage(await newChannel());
    const at = { channel, timestamp: ts };
    const add = trip('slack.pins.add', at, pins(channel));
    const added = await perform(add);
    await agent.pins.remove(at);
    expect((await undo(add, added)).items[0]?.result).toBe('already-restored');
    await agent.reactions.add({ ...at, name: 'eyes' });
    const remove = trip('slack.reactions.remove', { ...at, name: 'eyes' }, messages(channel));
    const removed = await perform(remove);
    await agent.chat.delete({ channel, ts });
    expect((await undo(remove, removed)).outcome).toBe('failed');
  });

  it('give bookmarks their title and link back, and make removed ones again, once', async () => {
    const channel_id = await newChannel();
    const link = { channel_id, title: 'Docs', type: 'link' as const, link: 'https://example.com/a', emoji: ':book:' };
    const add = trip('slack.bookmarks.add', link, bookmarks(channel_id));
    await roundTrip(add);
    const { bookmark } = await agent.bookmarks.add(link);
    const at = { channel_id, bookmark_id: bookmark?.id ?? '' };
    const edit = trip(
      'slack.bookmarks.edit',
      { ...at, title: 'Other', link: 'https://example.com/b' },
      bookmarks(channel_id),
    );
    await roundTrip(edit);
    const report = await roundTrip(trip('slack.bookmarks.remove', at, bookmarks(channel_id)));
    expect(report.detail).toContain('The bookmark has a new id');
    await refusesAfter(add, async () => {
      const made = (await agent.bookmarks.list({ channel_id })).bookmarks?.at(-1);
      await agent.bookmarks.edit({ channel_id, bookmark_id: made?.id ?? '', title: 'theirs' });
    });
  });
});

describe('the slack connector', () => {
  it('knows whether a call of unknown outcome happened', async () => {
    const at = await newMessage(await newChannel());
    const call = trip('slack.chat.update', { ...at, text: 'agent' }, messages(at.channel));
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await slack.settle(effect, context)).toBe('not-happened');
    await agent.chat.update({ ...at, text: 'agent' });
    expect(await slack.settle(effect, context)).toBe('happened');
    await agent.chat.update({ ...at, text: 'somebody' });
    expect(await slack.settle(effect, context)).toBe('unknown');
    const post = trip('slack.chat.postMessage', { channel: at.channel, text: 'x' }, messages(at.channel));
    expect(await slack.settle(await perform({ ...post, act: async () => undefined }), context)).toBe('unknown');
  });

  it('takes a channel that it does not see for one of which nothing is known', async () => {
    const at = await newMessage(await newChannel());
    const call = trip('slack.chat.update', { ...at, text: 'agent' }, messages(at.channel));
    const effect = await perform(call);
    const [item] = (effect.snapshot?.items ?? []) as JsonObject[];
    const hidden = { ...effect.snapshot, items: [{ ...item, address: { ...at, channel: 'C0HIDDEN' } }] } as JsonObject;
    const report = await undo(call, { ...effect, snapshot: hidden });
    expect(report).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('channel_not_found') });
    await agent.chat.delete(at);
    expect(await undo(call, effect)).toMatchObject({ outcome: 'conflict' });
  });

  it('says in words why a capture failed: a token without rights, a private host, a server that is gone', async () => {
    const payload = { channel: await newChannel(), topic: 'x' };
    const capture = (more: Partial<ConnectorContext>) =>
      slack.capture({ apiName: 'slack.conversations.setTopic', payload }, { ...context, ...more });
    const reason = (text: string) => ({ captured: false, reason: expect.stringContaining(text) });
    const { baseUrl } = there;
    expect(await capture({ credentials: { token: 'xoxb-nothing', baseUrl } })).toEqual(reason('missing_scope'));
    expect(await capture({ credentials: { baseUrl } })).toEqual(reason('no token'));
    const secure = { token: 'x', baseUrl: baseUrl.replace('http:', 'https:') };
    expect(await capture({ credentials: secure, allowedPrivateHosts: [] })).toEqual(reason('not a public host'));
    const gone = { token: 'x', baseUrl: `http://127.0.0.1:${await freePort()}` };
    expect(await capture({ credentials: gone })).toEqual(reason('ECONNREFUSED'));
    await slack.probe(context);
    await expect(
      slack.probe({ ...context, credentials: { token: 'x', baseUrl: there.baseUrl.replace('/api', '/x') } }),
    ).rejects.toThrow('404');
  });

  it('captures nothing of a payload that it does not know', async () => {
    const payload = { channel: 'C0000001', ts: '1.1', markdown_text: '*x*' };
    const captured = await slack.capture({ apiName: 'slack.chat.update', payload }, context);
    expect(captured).toEqual({ captured: false, reason: expect.stringContaining('markdown_text') });
    const deleted = await slack.capture({ apiName: 'slack.chat.delete', payload: {} }, context);
    expect(deleted).toEqual({ captured: false, reason: 'Nothing undoes "slack.chat.delete".' });
  });
});

describe('a session on Slack', () => {
  it('is rolled back by the service, as its plan said', async () => {
    const channel = await newChannel();
    const before = await channelState(channel)();
    const { operator, agent: caller } = await newOrganization();
    await operator.put('/settings/credentials/slack', { values: { ...context.credentials } });
    const session = await newSession(caller);
    await governed(caller, session, trip('slack.conversations.setTopic', { channel, topic: 'new' }, messages(channel)));
    await governed(caller, session, trip('slack.chat.postMessage', { channel, text: 'Hello' }, messages(channel)));
    const { plan } = (await operator.get(`/sessions/${session}/rollback`)).body.data;
    expect(plan.map((step: JsonObject) => [step.class, step.calls])).toEqual([
      ['exact', [expect.stringMatching(/^chat.delete of message [\d.]+ in C/)]],
      ['exact', [`conversations.setTopic of channel ${channel}: {"topic":""}`]],
    ]);
    const answer = await caller.post(`/sessions/${session}/rollback`);
    expect(answer.body.data).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await channelState(channel)()).toEqual(before);
    expect(await messages(channel)()).toEqual([]);
  });
});
