import type { JsonObject } from '../../src/connectors/connector.js';
import { perform, refusesAfter, roundTrip, undo } from '../../src/connectors/connector.testkit.js';
import { proved } from '../../src/connectors/proof/proof.js';
import { slack } from '../../src/connectors/slack/slack.connector.js';
import { unique } from '../support/client.js';
import { startSlack } from '../support/slack.js';

let there: Awaited<ReturnType<typeof startSlack>>;
let agent: typeof there.agent;
let context: typeof there.context;
let newChannel: typeof there.newChannel;
let newMessage: typeof there.newMessage;
let trip: typeof there.trip;
let messages: typeof there.messages;
let channelState: typeof there.channelState;

beforeAll(async () => {
  there = await startSlack();
  ({ agent, context, newChannel, newMessage, trip, messages, channelState } = there);
});

afterAll(() => there.stop());

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

const thread = (channel: string, ts: string) => async () =>
  (await agent.conversations.replies({ channel, ts })).messages?.map(({ text }) => text);

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

  it('are left alone where another client changed the text, unless it is forced', async () => {
    const at = await newMessage(await newChannel());
    const call = trip('slack.chat.update', { ...at, text: 'agent' }, messages(at.channel));
    const effect = await refusesAfter(call, () => agent.chat.update({ ...at, text: 'other' }));
    const report = await undo(call, effect, 'force');
    expect(report.items).toEqual([
      {
        resource: `message ${at.ts} in ${at.channel}`,
        result: 'forced',
        fields: [{ field: 'text', before: 'before', after: 'agent', now: 'other', result: 'forced' }],
      },
    ]);
    expect(await messages(at.channel)()).toMatchObject([{ text: 'before' }]);
    const post = trip('slack.chat.postMessage', { channel: at.channel, text: 'Hello' }, messages(at.channel));
    const ts = () => messages(at.channel)().then((all) => all.at(-1)?.ts ?? '');
    await refusesAfter(post, async () => agent.chat.update({ channel: at.channel, ts: await ts(), text: 'edited' }));
  });

  it('are not deleted on the word of an agent: not with another text, not in another channel, not older ones', async () => {
    const at = await newMessage(await newChannel(), 'other');
    const told = async (payload: JsonObject, response: JsonObject, later = 0) => {
      const call = trip('slack.chat.postMessage', payload, messages(at.channel));
      const effect = await perform({ ...call, act: async () => response });
      const takenAt = Number(effect.snapshot?.takenAt) + later;
      return undo(call, { ...effect, snapshot: { ...effect.snapshot, takenAt } });
    };
    const mine = { channel: at.channel, text: 'mine' };
    expect(await told(mine, at)).toMatchObject({ outcome: 'conflict' });
    const elsewhere = { channel: await newChannel(), text: 'other' };
    expect(await told(elsewhere, at)).toMatchObject({ outcome: 'impossible' });
    const older = await told({ channel: at.channel, text: 'other' }, at, 3_600_000);
    expect(older).toMatchObject({
      outcome: 'impossible',
      detail: expect.stringContaining('was there before the call'),
    });
    expect(await messages(at.channel)()).toMatchObject([{ text: 'other' }]);
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
    expect(await slack.probeOutcome(effect, context)).toEqual(proved('answer'));
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
