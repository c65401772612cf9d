import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool, StructuredTool, tool } from '@langchain/core/tools';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { z } from 'zod';
import { patience } from '../../../test/support/patience.mjs';
import { governTools, type LangChainTool, noLongerMessage } from '../../src/langchain.js';
import { newGovernance } from '../support/governance.js';

const schema = z.object({ id: z.string(), amount: z.number() });

/** A class with a field that only its own methods may touch. */
class Till extends StructuredTool {
  readonly #taken: object[] = [];
  readonly name = 'till';
  readonly description = 'Take money';
  readonly schema = schema;

  get taken() {
    return this.#taken;
  }

  async _call(input: z.infer<typeof schema>) {
    this.#taken.push(input);
    return `took ${input.amount}`;
  }
}

async function setup(options: object = {}) {
  const governance = await newGovernance();
  const done: unknown[] = [];
  const refund = tool(
    async (input) => {
      done.push(input);
      if (input.amount < 0) throw new Error('less than nothing');
      return `refunded ${input.amount}`;
    },
    { name: 'refund', description: 'Give money back', schema },
  );
  const note = tool(async (text: string) => `noted ${text}`, { name: 'note', description: 'Note', schema: z.string() });
  const lookUp = tool(async ({ id }) => `${id} is open`, { name: 'lookUp', description: 'Look up', schema });
  const wanted = { reads: ['lookUp'], pollIntervalMs: 1000, timeoutMs: patience(8_000), ...options };
  const governed = governTools([refund, note, lookUp] as const, governance.session, wanted);
  return { ...governance, done, tools: [refund, note, lookUp] as const, governed };
}

const call = (name: string, args: object) => ({ type: 'tool_call' as const, id: 'call-1', name, args });

/** Runs the loop of a LangChain agent: the model's tool calls are invoked, and their messages handed back. */
async function runAgent(model: FakeListChatModel, tools: readonly LangChainTool[], toolCall: ReturnType<typeof call>) {
  const asked = new AIMessage({ content: '', tool_calls: [toolCall] });
  const answer = await tools.find(({ name }) => name === toolCall.name)?.invoke(toolCall);
  const last = await model.invoke([new HumanMessage('go'), asked, answer as ToolMessage]);
  return { answer: answer as ToolMessage, last };
}

describe('a tool of LangChain', () => {
  it('is of its class, and runs once it was asked for', async () => {
    const { governed, tools, done, actions } = await setup();
    const [refund] = governed;
    expect(refund).toBeInstanceOf(DynamicStructuredTool);
    expect([refund.name, refund.description, refund.schema]).toEqual(['refund', 'Give money back', tools[0].schema]);
    const answer = await refund.invoke(call('refund', { id: 'o-1', amount: 5 }));
    expect(answer).toBeInstanceOf(ToolMessage);
    expect(answer).toMatchObject({ content: 'refunded 5', tool_call_id: 'call-1', name: 'refund' });
    expect(done).toEqual([{ id: 'o-1', amount: 5 }]);
    expect(await actions()).toMatchObject([
      {
        apiName: 'tools.refund',
        operationType: 'EXECUTE',
        toolCallId: 'call-1',
        status: 'SUCCESS',
        payload: { id: 'o-1', amount: 5 },
        response: 'refunded 5',
      },
    ]);
  });

  it('that was undone is named to the model in a message, and no message is sent while no call was undone', async () => {
    const { governed, session, operator, actions } = await setup();
    await governed[0].invoke(call('refund', { id: 'o-1', amount: 5 }));
    await session.flush();
    expect(await noLongerMessage(session)).toBeNull();
    const [{ id } = { id: '' }] = await actions();
    await operator.post(`/sessions/${session.id}/actions/${id}/settle`, { as: 'undone', note: 'Paid back by hand.' });
    const message = await noLongerMessage(session);
    expect(message).toBeInstanceOf(HumanMessage);
    expect(message?.content).toContain('no longer hold');
    expect(message?.content).toContain('- tools.refund (tool call call-1)');
    const model = new FakeListChatModel({ responses: ['I see'] });
    expect((await model.invoke([message as HumanMessage])).content).toBe('I see');
  });

  it('that a policy blocks does not run, and the model receives the reason', async () => {
    const { governed, done, policy } = await setup();
    await policy('tools.*', 'BLOCK');
    const model = new FakeListChatModel({ responses: ['I see'] });
    const { answer, last } = await runAgent(model, governed, call('refund', { id: 'o-1', amount: 5 }));
    expect(answer).toBeInstanceOf(ToolMessage);
    expect(answer).toMatchObject({
      status: 'error',
      tool_call_id: 'call-1',
      name: 'refund',
      content:
        'Blocked by policy: For people to do. The call did not run. Do not retry it unchanged; do something else, or ask an operator.',
    });
    expect(last.content).toBe('I see');
    expect(done).toEqual([]);
  });

  it('that is blocked throws where no model asked for it', async () => {
    const { governed, done, policy } = await setup();
    await policy('tools.*', 'BLOCK');
    await expect(governed[0].invoke({ id: 'o-1', amount: 5 })).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(done).toEqual([]);
  });

  it('that takes a text is recorded with it, and runs with the one that was approved', async () => {
    const { governed, approve, actions } = await setup({ requiresApproval: ['note'] });
    const noting = governed[1].invoke('buy milk');
    await approve(({ input }) => ({ input: `${input} and bread` }));
    expect(await noting).toBe('noted buy milk and bread');
    expect(await actions()).toMatchObject([{ payload: { input: 'buy milk and bread' }, status: 'SUCCESS' }]);
  });

  it('that a model calls answers with what a person changed before it ran', async () => {
    const { governed, done, approve } = await setup({ requiresApproval: ['refund'] });
    const refunding = governed[0].invoke(call('refund', { id: 'o-1', amount: 500 }));
    await approve((payload) => ({ ...payload, amount: 50 }));
    expect(await refunding).toMatchObject({
      tool_call_id: 'call-1',
      content: expect.stringMatching(/^refunded 50\n\nAn operator changed .+\(amount: 50 in place of 500\)/),
    });
    expect(done).toEqual([{ id: 'o-1', amount: 50 }]);
  });

  it('that fails is recorded as failed, and throws what it threw', async () => {
    const { governed, actions } = await setup();
    await expect(governed[0].invoke({ id: 'o-1', amount: -1 })).rejects.toThrow('less than nothing');
    expect(await actions()).toMatchObject([{ status: 'FAILED' }]);
  });

  it('that only reads is the same tool, and is recorded where that is asked for', async () => {
    const { governed, tools } = await setup();
    expect(governed[2]).toBe(tools[2]);
    const logged = await setup({ logReads: ['lookUp'] });
    expect(await logged.governed[2].invoke({ id: 'o-1', amount: 1 })).toBe('o-1 is open');
    await logged.session.flush();
    expect(await logged.actions()).toMatchObject([{ apiName: 'tools.lookUp', operationType: 'READ' }]);
  });

  it('written as a class keeps its private fields; its function cannot be called behind the gate', async () => {
    const { session, policy, governed } = await setup();
    const till = new Till();
    const own = governTools(till, session, { connector: 'shop' });
    expect(own).toBeInstanceOf(Till);
    expect(await own.invoke({ id: 'o-1', amount: 3 })).toBe('took 3');
    await policy('*', 'BLOCK');
    await expect(own.call({ id: 'o-1', amount: 3 })).rejects.toMatchObject({ code: 'policy-blocked' });
    await expect(governed[0].func({ id: 'o-1', amount: 3 })).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(till.taken).toHaveLength(1);
  });

  it('that runs in a way of its own is refused', async () => {
    const { session } = await setup();
    class Odd extends Till {
      override async invoke(): Promise<never> {
        throw new Error('never');
      }
    }
    const code = (value: string) => expect.objectContaining({ code: value });
    expect(() => governTools(new Odd(), session)).toThrow(code('ungoverned-call'));
    expect(() => governTools([new Till(), new Till()], session)).toThrow(code('wrap-options-invalid'));
  });
});
