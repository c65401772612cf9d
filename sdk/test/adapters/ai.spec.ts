import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { generateText, jsonSchema, stepCountIs, streamText, type ToolSet, tool } from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test';
import { eventually, patience } from '../../../test/support/patience.mjs';
import { governTools, noLongerMessage } from '../../src/ai.js';
import { type Governance, newGovernance } from '../support/governance.js';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish = (unified: 'tool-calls' | 'stop') => ({ unified, raw: undefined });

/** Calls the tool first, then says that it is done. */
function modelThatCalls(toolName: string, input: object) {
  const call = { type: 'tool-call' as const, toolCallId: 'call-1', toolName, input: JSON.stringify(input) };
  const answers = [
    { content: [call], finishReason: finish('tool-calls'), usage, warnings: [] },
    { content: [{ type: 'text' as const, text: 'done' }], finishReason: finish('stop'), usage, warnings: [] },
  ];
  return new MockLanguageModelV3({
    doGenerate: async () => answers.shift() as never,
    doStream: async () => {
      const answer = answers.shift();
      const parts = answer?.content.flatMap((part) => (part.type === 'text' ? [] : [part])) ?? [];
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start' as const, warnings: [] },
          ...parts,
          { type: 'finish' as const, finishReason: answer?.finishReason ?? finish('stop'), usage },
        ]),
      };
    },
  });
}

const schema = jsonSchema<{ id: string; amount: number }>({
  type: 'object',
  properties: { id: { type: 'string' }, amount: { type: 'number' } },
  required: ['id', 'amount'],
});

/** Returns tools as people write them, and a list of their calls. */
function newTools() {
  const done: object[] = [];
  const tools = {
    refund: tool({
      description: 'Give money back',
      inputSchema: schema,
      execute: async (input) => {
        done.push(input);
        return { refunded: input.amount };
      },
    }),
    lookUp: tool({ description: 'Look up', inputSchema: schema, execute: async ({ id }) => ({ id, open: true }) }),
    ship: tool({
      description: 'Ship',
      inputSchema: schema,
      async *execute({ id }) {
        done.push({ id });
        yield `packing ${id}`;
        yield `shipped ${id}`;
      },
    }),
    fail: tool({
      description: 'Fail',
      inputSchema: schema,
      execute: async (): Promise<string> => {
        throw new Error('the till is closed');
      },
    }),
  };
  return { done, tools };
}

async function generate(tools: ToolSet, toolName: string, input: object = { id: 'o-1', amount: 5 }) {
  const model = modelThatCalls(toolName, input);
  const result = await generateText({ model, tools, prompt: 'go', stopWhen: stepCountIs(3) });
  const [, second] = model.doGenerateCalls;
  const told = second?.prompt.at(-1)?.content as { output: { type: string; value: unknown } }[];
  return { result, output: told[0]?.output };
}

async function setup(options: object = {}, governance?: Governance) {
  const setting = governance ?? (await newGovernance());
  const { done, tools } = newTools();
  const governed = governTools(tools, setting.session, {
    reads: ['lookUp'],
    pollIntervalMs: 1000,
    timeoutMs: patience(8_000),
    ...options,
  });
  return { ...setting, done, tools, governed };
}

describe('a tool of the AI SDK', () => {
  it('runs as it is, once it was asked for, and is recorded with its input and its answer', async () => {
    const { governed, done, actions } = await setup();
    const { output } = await generate(governed, 'refund');
    expect(output).toEqual({ type: 'json', value: { refunded: 5 } });
    expect(done).toEqual([{ id: 'o-1', amount: 5 }]);
    expect(await actions()).toMatchObject([
      {
        apiName: 'tools.refund',
        operationType: 'EXECUTE',
        toolCallId: 'call-1',
        status: 'SUCCESS',
        violation: null,
        payload: { id: 'o-1', amount: 5 },
        response: { refunded: 5 },
      },
    ]);
  });

  it('carries the span of OpenTelemetry in which the application asked', async () => {
    const { governed, actions } = await setup();
    const span = { traceId: 'ab'.repeat(16), spanId: '12'.repeat(8), traceFlags: 1 };
    const active = trace.setSpan(ROOT_CONTEXT, trace.wrapSpanContext(span));
    context.setGlobalContextManager({
      ...{ active: () => active, enable: () => context as never, disable: () => context as never },
      ...{ with: (_, fn, self, ...args) => fn.call(self as never, ...args), bind: (_, target) => target },
    });
    await generate(governed, 'refund').finally(() => context.disable());
    expect(await actions()).toMatchObject([{ traceparent: `00-${span.traceId}-${span.spanId}-01` }]);
  });

  it('that was undone is named to the model in a message', async () => {
    const { governed, session, operator, actions } = await setup();
    await generate(governed, 'refund');
    await session.flush();
    expect(await noLongerMessage(session)).toBeNull();
    const [{ id } = { id: '' }] = await actions();
    await operator.post(`/sessions/${session.id}/actions/${id}/settle`, { as: 'undone', note: 'Paid back by hand.' });
    const told = await noLongerMessage(session);
    const model = modelThatCalls('refund', {});
    await generateText({ model, messages: told ? [told] : [] });
    const text = expect.stringContaining('- tools.refund (tool call call-1)');
    expect(model.doGenerateCalls[0]?.prompt).toMatchObject([{ role: 'user', content: [{ type: 'text', text }] }]);
  });

  it('that a policy blocks does not run, and the model receives the reason', async () => {
    const { governed, done, policy, actions } = await setup();
    await policy('tools.refund', 'BLOCK');
    const { output, result } = await generate(governed, 'refund');
    expect(output).toEqual({
      type: 'error-text',
      // The AI SDK 7 puts the name of the error before it.
      value: expect.stringMatching(
        /^(PolicyBlockedError: )?Blocked by policy: For people to do\. The call did not run\. Do not retry it unchanged; do something else, or ask an operator\.$/,
      ),
    });
    expect(result.text).toBe('done');
    expect(done).toEqual([]);
    expect(await actions()).toMatchObject([{ status: 'BLOCKED' }]);
  });

  it('that is held runs with the input that was approved, and the model reads what a person changed', async () => {
    const { governed, done, approve } = await setup({ requiresApproval: ['refund'], operations: { refund: 'UPDATE' } });
    const generating = generate(governed, 'refund', { id: 'o-1', amount: 500 });
    await approve((payload) => ({ ...payload, amount: 50 }));
    const told = expect.stringContaining(
      '(amount: 50 in place of 500). This result is of the changed call; do not repeat',
    );
    expect((await generating).output).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: '{"refunded":50}' },
        { type: 'text', text: told },
      ],
    });
    expect(done).toEqual([{ id: 'o-1', amount: 50 }]);
  });

  it('that only reads is the very function it was, and is recorded where that is asked for', async () => {
    const { governed, tools, actions } = await setup();
    expect(governed.lookUp.execute).toBe(tools.lookUp.execute);
    const logged = await setup({ logReads: true });
    expect((await generate(logged.governed, 'lookUp')).output).toEqual({
      type: 'json',
      value: { id: 'o-1', open: true },
    });
    await logged.session.flush();
    expect(await logged.actions()).toMatchObject([
      { apiName: 'tools.lookUp', operationType: 'READ', status: 'SUCCESS' },
    ]);
    expect(await actions()).toEqual([]);
  });

  it('that reports progress still does, and is recorded with its last output', async () => {
    const { governed, actions } = await setup();
    const result = streamText({
      model: modelThatCalls('ship', { id: 'o-1', amount: 5 }),
      tools: governed,
      prompt: 'go',
      stopWhen: stepCountIs(2),
    });
    const outputs: unknown[] = [];
    for await (const part of result.fullStream) {
      if (part.type === 'tool-result') outputs.push([part.preliminary === true, part.output]);
    }
    expect(outputs).toEqual([
      [true, 'packing o-1'],
      [true, 'shipped o-1'],
      [false, 'shipped o-1'],
    ]);
    expect(await actions()).toMatchObject([{ status: 'SUCCESS', response: 'shipped o-1' }]);
  });

  it('that reports progress and is blocked does nothing, and says why', async () => {
    const { governed, done, policy } = await setup();
    await policy('tools.*', 'BLOCK');
    expect((await generate(governed, 'ship')).output).toMatchObject({ type: 'error-text' });
    expect(done).toEqual([]);
  });

  it('without a listener any more is stopped, and recorded as failed', async () => {
    const { governed, actions } = await setup();
    const execute = governed.ship.execute as unknown as (input: object, options: object) => AsyncIterable<unknown>;
    for await (const _ of execute({ id: 'o-1', amount: 1 }, { toolCallId: '1', messages: [] })) break;
    expect(await actions()).toMatchObject([{ status: 'FAILED' }]);
  });

  it('that fails is recorded as failed, with the error that the model reads', async () => {
    const { governed, tools, actions } = await setup();
    const bare = await generate(tools, 'fail');
    expect(bare.output).toMatchObject({ type: 'error-text', value: expect.stringContaining('the till is closed') });
    expect((await generate(governed, 'fail')).output).toEqual(bare.output);
    expect(await actions()).toMatchObject([
      { status: 'FAILED', response: { error: { message: 'the till is closed' } } },
    ]);
  });

  it('that is given up while it waits does not run, and asks no person any more', async () => {
    const { governed, done, operator, actions } = await setup({ requiresApproval: ['refund'] });
    const abort = new AbortController();
    const execute = governed.refund.execute as (input: object, options: object) => Promise<unknown>;
    const call = execute({ id: 'o-1', amount: 1 }, { toolCallId: '1', messages: [], abortSignal: abort.signal });
    const given = expect(call).rejects.toThrow('enough');
    expect(await eventually(actions, ({ length }) => length > 0)).toHaveLength(1);
    abort.abort(new Error('enough'));
    await given;
    const [action] = await eventually(actions, ([first]) => first?.status === 'REJECTED');
    expect(action).toMatchObject({ status: 'REJECTED', refusal: { code: 'withdrawn' }, violation: null });
    expect((await operator.get('/approvals')).body.data).toEqual([]);
    expect(done).toEqual([]);
  });

  it('of a test key runs nothing', async () => {
    const { governed, done } = await setup({}, await newGovernance({ as: ({ testAgent }) => testAgent }));
    expect((await generate(governed, 'refund')).output).toMatchObject({ type: 'json', value: { simulated: true } });
    expect((await generate(governed, 'ship')).output).toMatchObject({ type: 'json', value: { simulated: true } });
    expect(done).toEqual([]);
  });
});

it('an object that cannot be governed, or is no tool, is refused', async () => {
  const { session, tools } = await setup();
  const elsewhere = { ...tools, ask: tool({ description: 'Ask', inputSchema: schema }) };
  const code = (value: string) => expect.objectContaining({ code: value });
  expect(() => governTools(elsewhere, session)).toThrow(code('ungoverned-call'));
  expect(governTools(elsewhere, session, { reads: ['ask'] }).ask).toBe(elsewhere.ask);
  for (const options of [
    { requiresApproval: ['refnud'] },
    { reads: ['lookup'] },
    { operations: { refnud: 'UPDATE' } },
    { connector: 'postgres' },
    { connector: 'my tools' },
    { timeoutMs: 10 },
  ])
    expect(() => governTools(tools, session, options as never)).toThrow(code('wrap-options-invalid'));
});
