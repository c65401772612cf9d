import { LogLevel, WebClient } from '@slack/web-api';
import { Octokit } from 'octokit';
import { startGitHub } from '../../../test/support/github.js';
import { startSlack } from '../../../test/support/slack.js';
import { newGovernance } from '../support/governance.js';
import { newLosingGateway } from '../support/losing-gateway.js';

const UNCERTAIN = { displayStatus: 'PARTIALLY_REVERTED', results: [{ outcome: 'UNKNOWN' }] };

describe('a call that an octokit with its retry plug-in sent twice', () => {
  let there: Awaited<ReturnType<typeof startGitHub>>;
  beforeAll(async () => {
    there = await startGitHub();
  });
  afterAll(() => there.stop());

  async function setup(isLost: (method: string, path: string) => boolean) {
    const values = there.context.credentials as Record<string, string>;
    const governance = await newGovernance({ credentials: { connector: 'github', values } });
    const gateway = await newLosingGateway(there.baseUrl, isLost);
    const options = { throttle: { enabled: false }, retry: { retryAfterBaseValue: 1 } };
    const client = new Octokit({ auth: 'test_token_admin', baseUrl: gateway.url, ...options });
    return { ...governance, gateway, wrapped: governance.wrap(client, { connector: 'github' }) };
  }
  const commentsOf = async (at: { owner: string; repo: string; issue_number: number }) =>
    (await there.agent.rest.issues.listComments(at)).data.map(({ body }) => body);

  it('and that made two comments is UNKNOWN, and its session is not REVERTED while one of them is there', async () => {
    const at = await there.newIssue();
    const { wrapped, gateway, actions, session } = await setup((_, path) => path.endsWith('/comments'));
    await wrapped.rest.issues.createComment({ ...at, body: 'said' });
    gateway.close();
    expect(await commentsOf(at)).toEqual(['said', 'said']);
    expect(await actions()).toMatchObject([
      {
        status: 'UNKNOWN',
        response: { error: { name: 'SentAgainError', message: expect.stringContaining('2 times') } },
      },
    ]);
    expect(await session.rollback()).toMatchObject(UNCERTAIN);
    expect(await commentsOf(at)).toEqual(['said', 'said']);
  });

  it('and that changed an issue to the same twice is undone', async () => {
    const at = await there.newIssue();
    const { wrapped, gateway, actions, session } = await setup((method) => method === 'PATCH');
    await wrapped.rest.issues.update({ ...at, title: 'Changed' });
    gateway.close();
    expect(await actions()).toMatchObject([{ status: 'SUCCESS' }]);
    expect(await session.rollback()).toMatchObject({ displayStatus: 'REVERTED' });
    expect((await there.agent.rest.issues.get(at)).data.title).toBe('Broken');
  });

  it('and whose second answer is a refusal may have taken effect: UNKNOWN, not FAILED', async () => {
    const at = await there.newIssue();
    const { data } = await there.agent.rest.issues.createComment({ ...at, body: 'there' });
    const { wrapped, gateway, actions } = await setup((method) => method === 'DELETE');
    const deletion = { owner: at.owner, repo: at.repo, comment_id: data.id };
    await expect(wrapped.rest.issues.deleteComment(deletion)).rejects.toMatchObject({ status: 404 });
    gateway.close();
    expect(await commentsOf(at)).toEqual([]);
    expect(await actions()).toMatchObject([{ status: 'UNKNOWN' }]);
  });

  it('and that was answered at once is SUCCESS, and undone', async () => {
    const at = await there.newIssue();
    const { wrapped, gateway, actions, session } = await setup(() => false);
    await wrapped.rest.issues.createComment({ ...at, body: 'said' });
    gateway.close();
    expect(await actions()).toMatchObject([{ status: 'SUCCESS' }]);
    expect(await session.rollback()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await commentsOf(at)).toEqual([]);
  });
});

describe('a message that a WebClient of Slack sent twice', () => {
  it('is UNKNOWN, and its session is not REVERTED while the messages are there', async () => {
    const there = await startSlack();
    const values = there.context.credentials as Record<string, string>;
    const { wrap, actions, session } = await newGovernance({ credentials: { connector: 'slack', values } });
    const channel = await there.newChannel();
    const gateway = await newLosingGateway(there.baseUrl, (_, path) => path.endsWith('chat.postMessage'));
    const options = { retryConfig: { retries: 2, minTimeout: 1 }, logLevel: LogLevel.ERROR };
    const client = new WebClient('xoxb-agent', { slackApiUrl: `${gateway.url}/api/`, ...options });
    const wrapped = wrap(client, { connector: 'slack' });
    await wrapped.chat.postMessage({ channel, text: 'said' });
    const { messages } = await client.conversations.history({ channel });
    expect(messages?.map(({ text }) => text)).toEqual(['said', 'said']);
    expect(await actions()).toMatchObject([{ status: 'UNKNOWN', response: { error: { name: 'SentAgainError' } } }]);
    expect(await session.rollback()).toMatchObject(UNCERTAIN);
    gateway.close();
    await there.stop();
  });
});
