import { PRECISION_MS } from '../../../../src/connectors/resource/requests/clock.js';
import { slack as slackConnector } from '../../../../src/connectors/slack/slack.connector.js';
import { unique } from '../../../support/client.js';
import { newScenario } from '../../../support/scenario.js';
import { startSlack } from '../../../support/slack.js';

let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  slack = await startSlack();
});
afterAll(() => slack.stop());

describe('a channel of Slack', () => {
  it.each(['topic', 'purpose'])('whose %s a person changed and set to the same again keeps it', async (field) => {
    const { agent, person } = slack;
    const channel = await slack.newChannel();
    await person.conversations.join({ channel });
    const verb = `set${field[0]?.toUpperCase()}${field.slice(1)}` as 'setTopic';
    const read = async () => (await agent.conversations.info({ channel })).channel as Record<string, unknown>;
    const state = async () => (await read())[field] as { value: string };
    const call = slack.trip(`slack.conversations.${verb}`, { channel, [field]: 'of the agent' }, state);
    for (const isAgain of [false, true]) {
      const scenario = await newScenario(call);
      const { id } = await scenario.run(call);
      if (isAgain)
        for (const value of ['of a person', 'of the agent'])
          await person.conversations[verb]({ channel, [field]: value } as never);
      const { outcomes } = await scenario.rollBack();
      const { value } = await state();
      expect([outcomes, value]).toEqual(isAgain ? [['CONFLICT'], 'of the agent'] : [['ROLLED_BACK'], '']);
      if (isAgain) expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    }
  });
});

describe('a message of Slack that the agent edited', () => {
  it('keeps its text where another worker of the same bot took that back and did it again', async () => {
    const { agent } = slack;
    for (const isAgain of [false, true]) {
      const at = await slack.newMessage(await slack.newChannel());
      const call = slack.trip('slack.chat.update', { ...at, text: 'x' }, slack.messages(at.channel));
      const [before] = (await call.state()) as { text: string }[];
      const scenario = await newScenario(call);
      const { id } = await scenario.run(call);
      if (isAgain) for (const text of ['y', 'x']) await agent.chat.update({ ...at, text });
      const { outcomes } = await scenario.rollBack();
      const [left] = (await call.state()) as { text: string }[];
      expect([outcomes, left?.text]).toEqual(isAgain ? [['CONFLICT'], 'x'] : [['ROLLED_BACK'], before?.text]);
      if (isAgain) expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    }
  });
});

describe('a channel of Slack that a person changed back and to the same again', () => {
  it.each([
    ['archived', true],
    ['renamed', false],
  ])('stays %s', async (_, isArchiving) => {
    const { agent, person } = slack;
    const channel = await slack.newChannel();
    await person.conversations.join({ channel });
    const [name] = (await slack.channelState(channel)()) as string[];
    const change: Record<string, string> = isArchiving ? {} : { name: unique('of-the-agent') };
    const verb = isArchiving ? 'archive' : 'rename';
    const call = slack.trip(`slack.conversations.${verb}`, { channel, ...change }, slack.channelState(channel));
    const back = () =>
      isArchiving
        ? agent.conversations.unarchive({ channel })
        : agent.conversations.rename({ channel, name: `${name}` });
    const before = await call.state();
    const capture = await slackConnector.capture(call, call.context);
    if (!capture.captured) throw new Error(capture.reason);
    const response = JSON.parse(JSON.stringify(await call.act()));
    await back();
    await call.act();
    const left = await call.state();
    const snapshot = JSON.parse(JSON.stringify(capture.content));
    // The person took some seconds over it.
    const effect = { ...call, response, snapshot, answeredAt: Date.now() - 2 * PRECISION_MS };
    expect((await slackConnector.undo(effect, 'skip', call.context)).outcome).toBe('conflict');
    expect(await call.state()).toEqual(left);
    await back();
    const scenario = await newScenario(call);
    await scenario.run(call);
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(await call.state()).toEqual(before);
  });
});

describe('a message of Slack that the agent has pinned', () => {
  async function pinned() {
    const at = await slack.newMessage(await slack.newChannel());
    const pin = { channel: at.channel, timestamp: at.ts };
    await slack.person.conversations.join({ channel: at.channel });
    const state = async () => (await slack.agent.pins.list({ channel: at.channel })).items?.length;
    const scenario = await newScenario(slack.trip('slack.pins.add', pin, state));
    const { id } = await scenario.run(slack.trip('slack.pins.add', pin, state));
    return { pin, state, scenario, id };
  }

  it('stays pinned where a person took it off and pinned it again', async () => {
    const { pin, state, scenario, id } = await pinned();
    await slack.person.pins.remove(pin);
    await slack.person.pins.add(pin);
    const report = await scenario.rollBack();
    expect(report).toMatchObject({ displayStatus: 'ROLLBACK_FAILED', outcomes: ['CONFLICT'] });
    expect(await state()).toBe(1);
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
  });

  it('is unpinned where only the agent has pinned it', async () => {
    const { state, scenario } = await pinned();
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(await state()).toBe(0);
  });
});
