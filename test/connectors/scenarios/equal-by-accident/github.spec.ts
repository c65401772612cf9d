import { PRECISION_MS } from '../../../../src/connectors/resource/requests/clock.js';
import { sampleOf } from '../../../support/campaign-size.js';
import { startGitHub } from '../../../support/github.js';
import { startIssueEvents } from '../../../support/github-events.js';
import { newScenario } from '../../../support/scenario.js';

describe('a label of GitHub', () => {
  let github: Awaited<ReturnType<typeof startGitHub>>;
  let events: Awaited<ReturnType<typeof startIssueEvents>>;
  beforeAll(async () => {
    github = await startGitHub(async (url) => {
      events = await startIssueEvents(url);
      return events;
    });
  });
  afterAll(() => Promise.all([events, github].map((one) => one.stop())));
  beforeEach(() => {
    events.state.aheadMs = 0;
  });

  async function deleting() {
    const { agent, context, newRepository, trip } = github;
    const at = await newRepository();
    await agent.rest.issues.createLabel({ ...at, name: 'urgent', color: 'ff0000' });
    for (const labels of [['urgent'], []]) await agent.rest.issues.create({ ...at, title: 'One', labels });
    const labelled = async () =>
      (await agent.rest.issues.listForRepo({ ...at, labels: 'urgent' })).data.map(({ number }) => number);
    const call = { ...trip('github.issues.deleteLabel', { ...at, name: 'urgent' }, labelled), context };
    return { agent, at, call, labelled, scenario: await newScenario(call) };
  }

  it('that was deleted is a CONFLICT where an issue got it between the capture and the call', async () => {
    const { agent, at, call, labelled, scenario } = await deleting();
    const before = await labelled();
    const { id } = await scenario.run({
      ...call,
      act: async () => {
        await agent.rest.issues.addLabels({ ...at, issue_number: 2, labels: ['urgent'] });
        return call.act();
      },
    });
    const said = expect.stringContaining('got the label between the capture and the call does not get it back');
    expect(await scenario.plan()).toEqual([expect.objectContaining({ remains: expect.arrayContaining([said]) })]);
    const { outcomes, details } = await scenario.rollBack();
    expect([outcomes, details]).toEqual([
      ['CONFLICT'],
      [expect.stringContaining('was also taken from issues 2, which got it')],
    ]);
    expect(await labelled()).toEqual([]);
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    expect(await labelled()).toEqual(before);
  });

  it('that was deleted is restored on its issues where GitHub shows that no other issue got it', async () => {
    const { agent, at, call, labelled, scenario } = await deleting();
    await agent.rest.issues.addLabels({ ...at, issue_number: 2, labels: ['other'] });
    const before = await labelled();
    await scenario.run(call);
    expect((await scenario.rollBack()).outcomes).toEqual(['ROLLED_BACK']);
    expect(await labelled()).toEqual(before);
  });

  it.each([
    ['stays where a person took it off and put it on again', true, ['CONFLICT'], ['new']],
    ['is taken off where only the agent has put it on', false, ['ROLLED_BACK'], []],
  ])('that the agent put on an issue %s', async (_, isAgain, outcomes, left) => {
    const { agent, context, newIssue, trip } = github;
    const at = (await newIssue()) as unknown as { owner: string; repo: string; issue_number: number };
    const labels = async () =>
      (await agent.rest.issues.listLabelsOnIssue(at)).data.map(({ name }: { name: string }) => name);
    const call = { ...trip('github.issues.addLabels', { ...at, labels: ['new'] }, labels), context };
    const scenario = await newScenario(call);
    await scenario.run(call);
    if (isAgain) {
      await agent.rest.issues.removeLabel({ ...at, name: 'new' });
      events.state.aheadMs = 2 * PRECISION_MS;
      await agent.rest.issues.addLabels({ ...at, labels: ['new'] });
    }
    expect((await scenario.rollBack()).outcomes).toEqual(outcomes);
    expect(await labels()).toEqual(left);
  });

  it.each([
    ['stays off where a person put it on and took it off again', true, ['CONFLICT'], []],
    ['comes back where only the agent has taken it off', false, ['ROLLED_BACK'], ['new']],
  ])('that the agent took off an issue %s', async (_, isAgain, outcomes, left) => {
    const { agent, context, newIssue, trip } = github;
    const at = (await newIssue({ labels: ['new'] })) as unknown as {
      owner: string;
      repo: string;
      issue_number: number;
    };
    const labels = async () =>
      (await agent.rest.issues.listLabelsOnIssue(at)).data.map(({ name }: { name: string }) => name);
    const call = { ...trip('github.issues.removeLabel', { ...at, name: 'new' }, labels), context };
    const scenario = await newScenario(call);
    await scenario.run(call);
    if (isAgain) {
      await agent.rest.issues.addLabels({ ...at, labels: ['new'] });
      events.state.aheadMs = 2 * PRECISION_MS;
      await agent.rest.issues.removeLabel({ ...at, name: 'new' });
    }
    expect((await scenario.rollBack()).outcomes).toEqual(outcomes);
    expect(await labels()).toEqual(left);
  });

  it('is as before once every call of the agent on the labels is undone', async () => {
    const { agent, context, newIssue, trip } = github;
    const at = (await newIssue({ labels: ['old'] })) as unknown as {
      owner: string;
      repo: string;
      issue_number: number;
    };
    const labels = async () =>
      (await agent.rest.issues.listLabelsOnIssue(at)).data.map(({ name }: { name: string }) => name);
    const call = (verb: string, more: object) => ({
      ...trip(`github.issues.${verb}`, { ...at, ...more }, labels),
      context,
    });
    const scenario = await newScenario(call('addLabels', { labels: ['new'] }));
    await scenario.run(call('addLabels', { labels: ['new'] }));
    await scenario.run(call('removeLabel', { name: 'old' }));
    events.state.aheadMs = 2 * PRECISION_MS;
    await scenario.run(call('setLabels', { labels: [] }));
    events.state.aheadMs = 4 * PRECISION_MS;
    expect((await scenario.rollBack()).displayStatus).toBe('REVERTED');
    expect(await labels()).toEqual(['old']);
  });

  type IssueCall = [verb: string, more: object, back: object];
  const CALLS: IssueCall[] = [
    ['update', { state: 'closed' }, { state: 'open' }],
    ['update', { title: 'New' }, { title: 'Broken' }],
  ];
  it.each(CALLS)(
    'or rather its issue, %s %p, is left where a person took that back and did it again',
    async (verb, more, back) => {
      const { agent, context, newIssue, trip } = github;
      const at = (await newIssue()) as unknown as { owner: string; repo: string; issue_number: number };
      const state = async () => {
        const { data } = await agent.rest.issues.get(at);
        return [data.title, data.state];
      };
      const call = { ...trip(`github.issues.${verb}`, { ...at, ...more }, state), context };
      const alone = await newScenario(call);
      await alone.run(call);
      expect((await alone.rollBack()).outcomes).toEqual(['ROLLED_BACK']);
      const scenario = await newScenario(call);
      await scenario.run(call);
      const left = await state();
      await agent.rest.issues.update({ ...at, ...back });
      await agent.rest.issues.update({ ...at, ...more });
      events.state.aheadMs = 2 * PRECISION_MS;
      expect((await scenario.rollBack()).outcomes).toEqual(['CONFLICT']);
      expect(await state()).toEqual(left);
    },
  );

  it.each(
    sampleOf([
      ['moved', 'update'],
      ['made', 'create'],
      ['deleted', 'delete'],
    ] as const),
  )('aside, a branch that the agent %s is left where a person took that back and did it again', async (_, how) => {
    const { agent, context, newRepository, trip } = github;
    const at = (await newRepository()) as unknown as { owner: string; repo: string };
    const { git, repos } = agent.rest;
    const head = async () => (await git.getRef({ ...at, ref: 'heads/main' })).data.object.sha;
    const first = await head();
    const content = Buffer.from('text').toString('base64');
    await repos.createOrUpdateFileContents({ ...at, path: 'a.txt', message: 'Second', content });
    const second = await head();
    const topic = { ...at, ref: 'heads/topic' };
    const calls = {
      create: () => git.createRef({ ...at, ref: 'refs/heads/topic', sha: first }),
      update: () => git.updateRef({ ...topic, sha: second }),
      delete: () => git.deleteRef(topic),
      back: () => git.updateRef({ ...topic, sha: first, force: true }),
    };
    const state = async () => (await repos.listBranches(at)).data.find(({ name }) => name === 'topic')?.commit.sha;
    const payloads = {
      create: { ...at, ref: 'refs/heads/topic', sha: first },
      update: { ...topic, sha: second },
      delete: topic,
    };
    const back = { create: calls.delete, update: calls.back, delete: calls.create }[how];
    if (how !== 'create') await calls.create();
    for (const isAgain of [false, true]) {
      events.state.aheadMs = 0;
      const call = { ...trip(`github.git.${how}Ref`, payloads[how], state), context };
      const before = await state();
      const scenario = await newScenario(call);
      const { id } = await scenario.run(call);
      const left = await state();
      if (isAgain) {
        events.state.aheadMs = 2 * PRECISION_MS;
        await back();
        await calls[how]();
      }
      expect((await scenario.rollBack()).outcomes).toEqual([isAgain ? 'CONFLICT' : 'ROLLED_BACK']);
      expect(await state()).toBe(isAgain ? left : before);
      if (isAgain) expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
      expect(await state()).toBe(before);
    }
  });

  it('aside, a file is left where a person took the commit back and made it again', async () => {
    const { agent, context, newRepository, trip } = github;
    const at = { ...(await newRepository()), path: 'a.txt' };
    const commit = async (text: string) => {
      const found = await agent.rest.repos.getContent(at).catch(() => null);
      const sha = (found?.data as { sha?: string } | undefined)?.sha;
      const content = Buffer.from(text).toString('base64');
      return { ...at, message: text, content, ...(sha && { sha }) };
    };
    const put = async (text: string) => agent.rest.repos.createOrUpdateFileContents(await commit(text));
    const state = async () => {
      const { data } = await agent.rest.repos.getContent(at);
      return Buffer.from((data as { content: string }).content, 'base64').toString();
    };
    await put('a');
    for (const isAgain of [false, true]) {
      const call = { ...trip('github.repos.createOrUpdateFileContents', await commit('x'), state), context };
      const scenario = await newScenario(call);
      const { id } = await scenario.run(call);
      if (isAgain) for (const text of ['a', 'x']) await put(text);
      const { outcomes } = await scenario.rollBack();
      expect([outcomes, await state()]).toEqual(isAgain ? [['CONFLICT'], 'x'] : [['ROLLED_BACK'], 'a']);
      if (isAgain) expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
      expect(await state()).toBe('a');
    }
  });
});
