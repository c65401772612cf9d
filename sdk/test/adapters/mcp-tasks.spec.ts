import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { eventually } from '../../../test/support/patience.mjs';
import { append, approvals, decide, newSetting, type Setting, server, text, withFiles } from '../support/mcp.js';

const RESEARCH = 'simulate-research-query';
/** An edit of a file that waits for a person, behind a client that has made it as a task. */
async function withTask(options: readonly string[] = []) {
  const setting = await newSetting();
  const files = await withFiles(setting, options);
  const { tools } = await files.client.listTools();
  const { taskId } = await begin(files.client, append(files.file));
  const [approval] = await eventually(
    () => approvals(setting),
    ({ length }) => length > 0,
  );
  return { setting, ...files, tools, taskId, approval };
}

type Client = Awaited<ReturnType<Setting['connect']>>;

async function begin(client: Client, call: { name: string; arguments: object }) {
  const params = { ...call, arguments: { ...call.arguments } };
  const first = (await client.experimental.tasks.callToolStream(params, CallToolResultSchema, { task: {} }).next())
    .value;
  if (first?.type !== 'taskCreated') throw new Error(`No task: ${JSON.stringify(first)}`);
  return first.task;
}

const resultOf = (client: Client, taskId: string) =>
  client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
const INVALID = expect.objectContaining({ code: -32602 });

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

describe('a task of backstop-mcp', () => {
  it('waits for a person, and is made once by another process that its client asks for it', async () => {
    const { setting, client, again, read, tools, taskId, approval } = await withTask();
    expect(tools.find(({ name }) => name === 'edit_file')?.execution).toEqual({ taskSupport: 'optional' });
    expect(tools.find(({ name }) => name === 'read_text_file')?.execution?.taskSupport).not.toBe('optional');
    expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ taskId, status: 'working', ttl: null });
    await client.close();
    expect(await approvals(setting)).toMatchObject([{ id: approval.id, status: 'PENDING' }]);

    const second = await again();
    expect(await second.experimental.tasks.getTask(taskId)).toMatchObject({ status: 'working' });
    await decide(setting, approval, 'approve');
    const result = await resultOf(second, taskId);
    expect(result).toMatchObject({ _meta: { 'io.modelcontextprotocol/related-task': { taskId } } });
    expect(result).not.toHaveProperty('isError');
    expect(read()).toBe('as it was!');
    expect(await setting.actions()).toMatchObject([{ id: approval.actionId, status: 'SUCCESS', violation: null }]);
    expect(await resultOf(second, taskId)).toEqual(result);
    await second.close();
    // The answer was fetched, so no file keeps the task.
    await expect(resultOf(await again(), taskId)).rejects.toEqual(INVALID);
    expect(read()).toBe('as it was!');
  });

  it('is withdrawn where its client cancels it, and fails with the reason of a refusal', async () => {
    const { setting, client, file, read, taskId } = await withTask();
    expect(await client.experimental.tasks.cancelTask(taskId)).toMatchObject({ status: 'cancelled' });
    const actions = await eventually(setting.actions, ([first]) => first?.status === 'REJECTED');
    expect(actions).toMatchObject([{ status: 'REJECTED', refusal: { code: 'withdrawn' } }]);
    await expect(client.experimental.tasks.cancelTask(taskId)).rejects.toEqual(INVALID);
    expect(await resultOf(client, taskId)).toMatchObject({ isError: true });
    const next = await begin(client, append(file));
    const [approval] = await eventually(
      () => approvals(setting),
      ({ length }) => length > 0,
    );
    await decide(setting, approval, 'reject', { reason: 'not this file' });
    expect(text(await resultOf(client, next.taskId))).toContain('not this file');
    expect(await client.experimental.tasks.getTask(next.taskId)).toMatchObject({
      status: 'failed',
      statusMessage: expect.stringContaining('not this file'),
    });
    expect(read()).toBe('as it was');
  });

  it('is found neither by a guess nor for another user, and is made by one of two processes', async () => {
    const { setting, client, again, read, taskId, approval } = await withTask();
    await client.close();
    const eve = await again({}, ['--on-behalf-of', 'eve@example.com']);
    for (const id of [taskId, 'guess', '../../waiting'])
      await expect((id === taskId ? eve : await again()).experimental.tasks.getTask(id)).rejects.toEqual(INVALID);
    await decide(setting, approval, 'approve');
    const [one, other] = [await again(), await again()];
    const results = await Promise.all([resultOf(one, taskId), resultOf(other, taskId)].map((all) => all.catch(String)));
    expect(read()).toBe('as it was!');
    expect(JSON.stringify(results)).toContain('as it was!');
    expect(await setting.actions()).toHaveLength(1);
  });
});
