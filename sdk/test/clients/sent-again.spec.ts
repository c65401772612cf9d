import { LogLevel, WebClient } from '@slack/web-api';
import { Octokit } from 'octokit';
import { startGitHub } from '../../../test/support/github.js';
import { rollBack } from '../../../test/support/roll-back.js';
import { startSlack } from '../../../test/support/slack.js';
import { type Governance, newGovernance } from '../support/governance.js';
import { newLosingGateway } from '../support/losing-gateway.js';

const UNCERTAIN = { displayStatus: 'PARTIALLY_REVERTED', results: [{ outcome: 'UNKNOWN', isUnproved: true }] };

/** By an operator: an agent's own rollback leaves what nothing proves to one. */
const undoneByOperator = async ({ operator, session }: Governance, order = {}) =>
  (await operator.post(`/sessions/${session.id}/rollback`, order)).body.data;

describe('a call that an octokit with its retry plug-in sent twice', () => {
  let there: Awaited<ReturnType<typeof startGitHub>>;
  beforeAll(async () => {
    there = await startGitHub();
  });
  afterAll(() => there.stop());

  async function setup(isLost: (method: string, path: string) => boolean, how: { isCarriedOut?: boolean } = {}) {
    const values = there.context.credentials as Record<string, string>;
    const governance = await newGovernance({ credentials: { connector: 'github', values } });
    const gateway = await newLosingGateway(there.baseUrl, isLost, how);
    const options = { throttle: { enabled: false }, retry: { retryAfterBaseValue: 1 } };
    const client = new Octokit({ auth: 'test_token_admin', baseUrl: gateway.url, ...options });
    return { ...governance, gateway, wrapped: governance.wrap(client, { connector: 'github' }) };
  }
  const commentsOf = async (at: { owner: string; repo: string; issue_number: number }) =>
    (await there.agent.rest.issues.listComments(at)).data.map(({ body }) => body);

  it('and that made two comments is UNKNOWN, and undone by an operator who forces it, beside an earlier comment', async () => {
    const at = await there.newIssue();
    await there.agent.rest.issues.createComment({ ...at, body: 'said' });
    const world = await setup((_, path) => path.endsWith('/comments'));
    await world.wrapped.rest.issues.createComment({ ...at, body: 'said' });
    world.gateway.close();
    expect(await commentsOf(at)).toEqual(['said', 'said', 'said']);
    const [action] = await world.actions();
    expect(action).toMatchObject({
      status: 'UNKNOWN',
      response: { error: { name: 'SentAgainError', message: expect.stringContaining('2 times') }, sent: 2 },
    });
    expect(await rollBack(world.session)).toMatchObject({
      results: [{ outcome: 'CONFLICT', detail: 'needs-operator' }],
    });
    expect(await undoneByOperator(world)).toMatchObject(UNCERTAIN);
    expect(await commentsOf(at)).toEqual(['said', 'said', 'said']);
    expect(await undoneByOperator(world, { force: [action.id] })).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await commentsOf(at)).toEqual(['said']);
  });

  it('and that made one comment, because the first try had no effect, is undone', async () => {
    const at = await there.newIssue();
    const isLost = (_: string, path: string) => path.endsWith('/comments');
    const { wrapped, gateway, actions, session } = await setup(isLost, { isCarriedOut: false });
    await wrapped.rest.issues.createComment({ ...at, body: 'said' });
    gateway.close();
    expect(await commentsOf(at)).toEqual(['said']);
    expect(await actions()).toMatchObject([{ status: 'UNKNOWN', response: { sent: 2 } }]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await commentsOf(at)).toEqual([]);
  });

  it.each([
    ['UNKNOWN', 1],
    ['UNKNOWN with force as well', 2],
  ])(
    'and that made one comment is %s where another worker with the same token made %i equal ones',
    async (how, others) => {
      const at = await there.newIssue();
      const world = await setup((_, path) => path.endsWith('/comments'), { isCarriedOut: false });
      await world.wrapped.rest.issues.createComment({ ...at, body: 'said' });
      world.gateway.close();
      for (let i = 0; i < others; i++) await there.agent.rest.issues.createComment({ ...at, body: 'said' });
      const [{ id }] = await world.actions();
      const order = how === 'UNKNOWN' ? {} : { force: [id] };
      expect(await undoneByOperator(world, order)).toMatchObject({ results: [{ outcome: 'UNKNOWN' }] });
      expect(await commentsOf(at)).toHaveLength(1 + others);
    },
  );

  it('and that changed an issue to the same twice is undone', async () => {
    const at = await there.newIssue();
    const { wrapped, gateway, actions, session } = await setup((method) => method === 'PATCH');
    await wrapped.rest.issues.update({ ...at, title: 'Changed' });
    gateway.close();
    expect(await actions()).toMatchObject([{ status: 'SUCCESS' }]);
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
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
    expect(await rollBack(session)).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await commentsOf(at)).toEqual([]);
  });
});

describe('a message that a WebClient of Slack sent twice', () => {
  it('is UNKNOWN, and its session is not REVERTED while the messages are there', async () => {
    const there = await startSlack();
    const values = there.context.credentials as Record<string, string>;
    const world = await newGovernance({ credentials: { connector: 'slack', values } });
    const channel = await there.newChannel();
    const gateway = await newLosingGateway(there.baseUrl, (_, path) => path.endsWith('chat.postMessage'));
    const options = { retryConfig: { retries: 2, minTimeout: 1 }, logLevel: LogLevel.ERROR };
    const client = new WebClient('xoxb-agent', { slackApiUrl: `${gateway.url}/api/`, ...options });
    const wrapped = world.wrap(client, { connector: 'slack' });
    await wrapped.chat.postMessage({ channel, text: 'said' });
    const { messages } = await client.conversations.history({ channel });
    expect(messages?.map(({ text }) => text)).toEqual(['said', 'said']);
    expect(await world.actions()).toMatchObject([
      { status: 'UNKNOWN', response: { error: { name: 'SentAgainError' } } },
    ]);
    expect(await undoneByOperator(world)).toMatchObject(UNCERTAIN);
    gateway.close();
    await there.stop();
  });
});
