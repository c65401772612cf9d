import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { eventually } from '../../../test/support/patience.mjs';
import { newSetting, type Setting, server } from '../support/mcp.js';

const RESEARCH = 'simulate-research-query';
type Client = Awaited<ReturnType<Setting['connect']>>;

async function begin(client: Client, call: { name: string; arguments: object }) {
  const params = { ...call, arguments: { ...call.arguments } };
  const first = (await client.experimental.tasks.callToolStream(params, CallToolResultSchema, { task: {} }).next())
    .value;
  if (first?.type !== 'taskCreated') throw new Error(`No task: ${JSON.stringify(first)}`);
  return first.task;
}

describe('a task of a server behind backstop-mcp', () => {
  async function withResearch(options: readonly string[]) {
    const setting = await newSetting();
    const prepare = (client: Client) =>
      client.setRequestHandler(ElicitRequestSchema, async () => ({
        action: 'accept' as const,
        content: { interpretation: 'technical' },
      }));
    const client = await setting.connect([...options, '--', process.execPath, server('everything'), 'stdio'], {
      prepare: prepare as never,
    });
    await client.listTools();
    return { setting, client };
  }

  it('passes with its questions, runs the edited arguments, and is recorded with its result', async () => {
    const { setting, client } = await withResearch(['--hold', RESEARCH]);
    const given = { topic: 'one', ambiguous: true };
    const hearing = (async () => {
      const heard = [];
      for await (const one of client.experimental.tasks.callToolStream({ name: RESEARCH, arguments: given }))
        heard.push(one);
      return heard;
    })();
    await setting.approve((payload) => ({ ...payload, topic: 'two' }));
    await eventually(setting.actions, ([first]) => first?.status === 'CLEARED');
    const heard = await hearing;
    expect(heard[0]).toMatchObject({ type: 'taskCreated' });
    expect(heard.some((one) => one.type === 'taskStatus' && one.task.status === 'input_required')).toBe(true);
    const last = heard.at(-1);
    expect(JSON.stringify(last)).toContain('two (technical)');
    expect(JSON.stringify(last)).toContain('An operator changed the arguments');
    expect(await eventually(setting.actions, ([first]) => first?.status === 'SUCCESS')).toMatchObject([
      { apiName: `mcp.${RESEARCH}`, status: 'SUCCESS', response: { content: [{ type: 'text' }] } },
    ]);
  });

  it('that is cancelled, or whose client goes away, leaves its call UNKNOWN', async () => {
    const { setting, client } = await withResearch(['--no-hold']);
    const { taskId } = await begin(client, { name: RESEARCH, arguments: { topic: 'one' } });
    await client.experimental.tasks.cancelTask(taskId);
    await eventually(setting.actions, ([first]) => first?.status === 'UNKNOWN');
    await begin(client, { name: RESEARCH, arguments: { topic: 'two' } });
    await client.close();
    expect(
      await eventually(setting.actions, (all) => all.every((one: { status: string }) => one.status === 'UNKNOWN')),
    ).toMatchObject([
      { payload: { topic: 'one' }, status: 'UNKNOWN' },
      { payload: { topic: 'two' }, status: 'UNKNOWN' },
    ]);
  });
});
