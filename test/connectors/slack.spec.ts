import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import { perform, undo } from '../../src/connectors/connector.testkit.js';
import { AS_LEFT, NOT_HAPPENED, UNKNOWN } from '../../src/connectors/proof/proof.js';
import { slack } from '../../src/connectors/slack/slack.connector.js';
import { newOrganization, newSession } from '../support/client.js';
import { freePort } from '../support/free-port.mjs';
import { governed } from '../support/governed.js';
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

describe('the slack connector', () => {
  it('knows whether a call of unknown outcome happened', async () => {
    const at = await newMessage(await newChannel());
    const call = trip('slack.chat.update', { ...at, text: 'agent' }, messages(at.channel));
    const effect = await perform({ ...call, act: async () => undefined });
    expect(await slack.probeOutcome(effect, context)).toEqual(NOT_HAPPENED);
    await agent.chat.update({ ...at, text: 'agent' });
    expect(await slack.probeOutcome(effect, context)).toEqual(AS_LEFT);
    await agent.chat.update({ ...at, text: 'other' });
    expect(await slack.probeOutcome(effect, context)).toEqual(UNKNOWN);
    const post = trip('slack.chat.postMessage', { channel: at.channel, text: 'x' }, messages(at.channel));
    expect(await slack.probeOutcome(await perform({ ...post, act: async () => undefined }), context)).toEqual(UNKNOWN);
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

  it('captures nothing for a payload that it does not know', async () => {
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
      ['compensating', [expect.stringMatching(/^chat.delete of message [\d.]+ in C/)]],
      ['exact', [`conversations.setTopic of channel ${channel}: {"topic":""}`]],
    ]);
    const answer = await caller.post(`/sessions/${session}/rollback`);
    expect(answer.body.data).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await channelState(channel)()).toEqual(before);
    expect(await messages(channel)()).toEqual([]);
  });
});
