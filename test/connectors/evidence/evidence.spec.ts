import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { owner, startGitHub } from '../../support/github.js';
import { newScenario } from '../../support/scenario.js';
import { startSlack } from '../../support/slack.js';

let github: Awaited<ReturnType<typeof startGitHub>>;
let elsewhere: typeof github;
let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  [github, elsewhere, slack] = await Promise.all([startGitHub(), startGitHub(), startSlack()]);
});
afterAll(() => Promise.all([github.stop(), elsewhere.stop(), slack.stop()]));

/** A thing with one text, which an agent's call sets. */
interface Thing {
  set(text: string): Trip;
  /** Past the agent. */
  put(text: string): Promise<unknown>;
  text(): Promise<unknown>;
}

async function issueTitle(): Promise<Thing> {
  const at = await github.newIssue({ title: 'a' });
  const text = async () => (await github.agent.rest.issues.get(at)).data.title;
  return {
    set: (title) => github.trip('github.issues.update', { ...at, title }, text),
    put: (title) => github.agent.rest.issues.update({ ...at, title }),
    text,
  };
}

async function channelTopic(): Promise<Thing> {
  const channel = await slack.newChannel();
  await slack.agent.conversations.setTopic({ channel, topic: 'a' });
  const text = async () => (await slack.agent.conversations.info({ channel })).channel?.topic?.value;
  return {
    set: (topic) => slack.trip('slack.conversations.setTopic', { channel, topic }, text),
    put: (topic) => slack.agent.conversations.setTopic({ channel, topic }),
    text,
  };
}

const REVERTED = { displayStatus: 'REVERTED' };
const OPEN = { displayStatus: 'ROLLBACK_FAILED' };

describe.each([
  ['an issue on GitHub', issueTitle],
  ['a channel on Slack', channelTopic],
])('%s', (_, newThing) => {
  it('that a person has put back is UNKNOWN, and the session stays dirty', async () => {
    const thing = await newThing();
    const scenario = await newScenario(thing.set('x'));
    await scenario.run(thing.set('x'));
    await thing.put('a');
    expect(await scenario.rollBack()).toMatchObject({
      ...OPEN,
      outcomes: ['UNKNOWN'],
      details: [expect.stringContaining('nothing shows that the call took effect there')],
    });
    expect(await scenario.isDirty()).toBe(true);
    expect(await thing.text()).toBe('a');
  });

  it('that was changed twice, there and back, is not undone from the first change alone, and is reverted as a session', async () => {
    const thing = await newThing();
    const scenario = await newScenario(thing.set('x'));
    const first = await scenario.run(thing.set('x'));
    await scenario.run(thing.set('a'));
    expect((await scenario.rollBack(first.id)).outcomes).toEqual(['UNKNOWN']);
    expect(await thing.text()).toBe('a');
    expect(await scenario.rollBack()).toMatchObject({ ...REVERTED, outcomes: ['ROLLED_BACK', 'ROLLED_BACK'] });
    expect(await thing.text()).toBe('a');
    expect(await scenario.isDirty()).toBe(false);
  });

  it('that holds a newer value of the same agent is a CONFLICT which blames no other client', async () => {
    const thing = await newThing();
    const scenario = await newScenario(thing.set('x'));
    const first = await scenario.run(thing.set('x'));
    const second = await scenario.run(thing.set('y'));
    const [, older] = await scenario.plan();
    expect(older).toMatchObject({ actionId: first.id, newerActionId: second.id });
    const { outcomes, details } = await scenario.rollBack(first.id);
    expect(outcomes).toEqual(['CONFLICT']);
    expect(details[0]).toContain('is no longer as this call left it');
    expect(await thing.text()).toBe('y');
    expect(await scenario.rollBack()).toMatchObject(REVERTED);
    expect(await thing.text()).toBe('a');
  });
});

describe('a credential that now leads elsewhere', () => {
  it('undoes nothing there, although the same issue is there, as the call left it', async () => {
    const at = await github.newIssue({ title: 'a' });
    await elsewhere.agent.rest.repos.createForAuthenticatedUser({ name: at.repo, auto_init: true });
    await elsewhere.agent.rest.issues.create({ owner, repo: at.repo, title: 'x' });
    const titles = async () =>
      Promise.all([github, elsewhere].map(async ({ agent }) => (await agent.rest.issues.get(at)).data.title));
    const call = github.trip('github.issues.update', { ...at, title: 'x' }, titles);
    const scenario = await newScenario(call);
    await scenario.run(call);
    await scenario.leadTo({ ...call, context: elsewhere.context });
    expect(await scenario.rollBack()).toMatchObject({
      displayStatus: 'ROLLBACK_FAILED',
      outcomes: ['IRREVERSIBLE'],
      details: [expect.stringContaining('when the call was captured')],
    });
    expect(await titles()).toEqual(['x', 'x']);
    await scenario.leadTo(call);
    expect(await scenario.rollBack()).toMatchObject(REVERTED);
    expect(await titles()).toEqual(['a', 'x']);
  });
});
