import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LogLevel, WebClient } from '@slack/web-api';
import { rollBack } from '../../../test/support/roll-back.js';
import { startSlack } from '../../../test/support/slack.js';
import { type Governance, newGovernance } from '../support/governance.js';

let there: Awaited<ReturnType<typeof startSlack>>;

beforeAll(async () => {
  there = await startSlack();
});

afterAll(() => there.stop());

const newClient = () => new WebClient('xoxb-agent', { slackApiUrl: `${there.baseUrl}/`, logLevel: LogLevel.ERROR });

async function setup(options: object = {}, governance?: Governance) {
  const values = there.context.credentials as Record<string, string>;
  const setting = governance ?? (await newGovernance({ credentials: { connector: 'slack', values } }));
  return { ...setting, bare: newClient(), wrapped: setting.wrap(newClient(), { connector: 'slack', ...options }) };
}

/** Removes the values that Slack generates for each message. */
const settled = (answer: object) =>
  JSON.parse(JSON.stringify(answer, (name, value) => (/^(ts|client_msg_id)$/.test(name) ? null : value)));
const refused = expect.objectContaining({ code: 'ungoverned-call' });

/** Passes every request on to Slack, and answers those of one method with 502 once Slack has carried them out. */
async function newGateway(method: string) {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const url = new URL(request.url ?? '/', there.baseUrl);
    const answer = await fetch(url, { method: 'POST', headers: { authorization, 'content-type': type }, body });
    const text = await answer.text();
    response.writeHead(url.pathname.endsWith(method) ? 502 : answer.status, { 'content-type': 'application/json' });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const slackApiUrl = `http://127.0.0.1:${port}/api/`;
  const client = new WebClient('xoxb-agent', { slackApiUrl, retryConfig: { retries: 0 }, logLevel: LogLevel.ERROR });
  return { client, close: () => server.close() };
}

describe('a message whose answer a gateway replaced with 502', () => {
  it('is UNKNOWN, and its session is not REVERTED while the message is there', async () => {
    const { bare, wrap, session, actions } = await setup();
    const channel = await there.newChannel();
    const gateway = await newGateway('chat.postMessage');
    const wrapped = wrap(gateway.client, { connector: 'slack' });
    await expect(wrapped.chat.postMessage({ channel, text: 'sent' })).rejects.toThrow();
    gateway.close();
    expect(await actions()).toMatchObject([{ apiName: 'slack.chat.postMessage', status: 'UNKNOWN' }]);
    const report = { displayStatus: 'PARTIALLY_REVERTED', results: [{ outcome: 'UNKNOWN' }] };
    expect(await rollBack(session)).toMatchObject(report);
    expect((await bare.conversations.history({ channel })).messages).toMatchObject([{ text: 'sent' }]);
    expect(await session.read()).toMatchObject({ allowedCommands: { rollbackSession: true } });
  });
});

describe('a wrapped WebClient of Slack', () => {
  it('reads and pages as the bare client does, and records none of these calls', async () => {
    const { bare, wrapped, actions } = await setup();
    const channel = await there.newChannel();
    for (const text of ['a', 'b', 'c']) await there.newMessage(channel, text);
    const results = [];
    for (const client of [bare, wrapped]) {
      const pages: unknown[] = [];
      for await (const page of client.paginate('conversations.history', { channel, limit: 2 }))
        pages.push(settled(page));
      const history = await client.conversations.history({ channel });
      results.push([history, pages, await client.apiCall('conversations.info', { channel })]);
    }
    expect(results[1]).toEqual(results[0]);
    expect(wrapped).toBeInstanceOf(WebClient);
    expect(wrapped.chat).toBe(wrapped.chat);
    expect(wrapped.chat.postMessage).toBe(wrapped.chat.postMessage);
    expect(Object.keys(wrapped)).toEqual(Object.keys(bare));
    expect(await actions()).toEqual([]);
  });

  it('asks for a call by its method and by its name, and answers and fails as the bare client does', async () => {
    const { bare, wrapped, actions } = await setup();
    const channel = await there.newChannel();
    const results = [];
    for (const client of [bare, wrapped]) {
      const posted = await client.chat.postMessage({ channel, text: 'by method' });
      const named = await client.apiCall('chat.postMessage', { channel, text: 'by name' });
      const error = await client.chat
        .postMessage({ channel: 'C0NOWHERE', text: 'x' })
        .catch((thrown: unknown) => thrown);
      const { name, code, data } = error as Error & { code: string; data: unknown };
      results.push([settled(posted), settled(named), { name, code, data }]);
    }
    expect(results[1]).toEqual(results[0]);
    const apiName = 'slack.chat.postMessage';
    expect(await actions()).toMatchObject([
      { apiName, status: 'SUCCESS', payload: { channel, text: 'by method' }, response: { ok: true, channel } },
      { apiName, status: 'SUCCESS', payload: { channel, text: 'by name' }, snapshot: { captureFailed: false } },
      { apiName, status: 'FAILED', payload: { channel: 'C0NOWHERE', text: 'x' } },
    ]);
  });

  it('sends nothing that a policy blocks, and nothing round the gate', async () => {
    const { wrapped, policy, actions } = await setup();
    const channel = await there.newChannel();
    await policy('slack.*', 'BLOCK');
    const message = { channel, text: 'x' };
    const file = { file: Buffer.from([0, 1]), filename: 'a.bin', channel_id: channel };
    for (const call of [
      () => wrapped.chat.postMessage(message),
      () => wrapped.apiCall('Chat.PostMessage', message),
      () => wrapped.filesUploadV2(file),
      () => wrapped.files.uploadV2(file),
      () => wrapped.apiCall('files.uploadV2', file as never),
      () => wrapped.files.completeUploadExternal({ files: [{ id: 'F1' }] } as never),
      () => wrapped.chatStream({ channel, thread_ts: '1.0' } as never).stop({ markdown_text: 'x' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'policy-blocked' });
    for (const way of [
      () => wrapped.apiCall(`${there.baseUrl}/chat.postMessage`, message),
      () => wrapped.apiCall('chat.postMessage?x=1', message),
    ])
      await expect(way()).rejects.toEqual(refused);
    expect(() => wrapped.paginate('chat.postMessage', message)).toThrow(refused);
    expect(await there.messages(channel)()).toEqual([]);
    const all = await actions();
    expect(all.map(({ status }) => status)).toEqual(Array(7).fill('BLOCKED'));
    expect(all[2].payload).toEqual({ ...file, file: { $base64: 'AAE=' } });
  });

  it('runs what was approved, and is undone', async () => {
    const { wrapped, approve, session } = await setup({ requiresApproval: ['chat.*'] });
    const channel = await there.newChannel();
    for (const call of [
      () => wrapped.chat.postMessage({ channel, text: 'agent' }),
      () => wrapped.apiCall('chat.postMessage', { channel, text: 'agent' }),
    ]) {
      const post = call();
      await approve((payload) => ({ ...payload, text: 'approved' }));
      expect(await post).toMatchObject({ ok: true, message: { text: 'approved' } });
    }
    expect(await there.messages(channel)()).toHaveLength(2);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await there.messages(channel)()).toEqual([]);
  });

  it('does nothing for a test key, and answers what Slack might', async () => {
    const { wrapped } = await setup({}, await newGovernance({ as: ({ testAgent }) => testAgent }));
    const channel = await there.newChannel();
    expect(await wrapped.chat.postMessage({ channel, text: 'x' })).toMatchObject({
      ok: true,
      channel,
      message: { text: 'x' },
    });
    expect(await there.messages(channel)()).toEqual([]);
  });
});
