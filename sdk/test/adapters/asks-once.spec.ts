import { tool as langChainTool } from '@langchain/core/tools';
import { tool as agentTool, RunContext } from '@openai/agents';
import { tool as aiTool, type ToolSet } from 'ai';
import { z } from 'zod';
import { patience } from '../../../test/support/patience.mjs';
import { governTools as governAi } from '../../src/ai.js';
import { governTools as governLangChain } from '../../src/langchain.js';
import { governTools as governAgents } from '../../src/openai-agents.js';
import type { Session } from '../../src/session.js';
import { newGovernance } from '../support/governance.js';

type Credit = (id: string) => Promise<string>;
/** A governed tool that credits a customer, as its framework calls it. */
type Tool = (session: Session, credit: Credit, options: object) => () => Promise<unknown>;

const described = { name: 'refund', description: 'Give money back' };
const schema = z.object({ id: z.string() });
const input = { id: 'o-1' };

const TOOLS: [string, Tool][] = [
  [
    'AI SDK',
    (session, credit, options) => {
      const refund = aiTool({ ...described, inputSchema: schema, execute: ({ id }) => credit(id) });
      const { execute } = governAi({ refund } as ToolSet, session, options).refund as { execute: CallableFunction };
      return () => execute(input, { toolCallId: 'call-1', messages: [] }).catch((error: Error) => error.message);
    },
  ],
  [
    'OpenAI Agents',
    (session, credit, options) => {
      const refund = agentTool({ ...described, parameters: schema, execute: ({ id }) => credit(id) });
      const { invoke } = governAgents(refund as never, session, options) as { invoke: CallableFunction };
      return () => invoke(new RunContext(), JSON.stringify(input), { toolCall: { callId: 'call-1' } });
    },
  ],
  [
    'LangChain',
    (session, credit, options) => {
      const refund = langChainTool(({ id }: { id: string }) => credit(id), { ...described, schema });
      const governed = governLangChain(refund as never, session, options) as { invoke: CallableFunction };
      const called = { type: 'tool_call', id: 'call-1', name: 'refund', args: input };
      return async () => (await governed.invoke(called)).content;
    },
  ],
];

describe.each(TOOLS)('a governed tool of %s over a governed client', (_, toolOf) => {
  async function setup() {
    const governance = await newGovernance();
    const credited: string[] = [];
    const credit = async (id: string) => {
      credited.push(id);
      return `credited ${id}`;
    };
    const crm = governance.wrap({ credit }, { connector: 'crm' });
    const options = { pollIntervalMs: 1_000, timeoutMs: patience(8_000) };
    const call = toolOf(governance.session, (id) => crm.credit(id), options);
    const named = async () => (await governance.actions()).map(({ apiName, status }) => [apiName, status]);
    return { ...governance, credited, call, named };
  }

  it('asks a person once who approves the calls inside of it as well, where one policy holds both', async () => {
    const { policy, call, approveToolCall, named, actions, operator } = await setup();
    await policy('*', 'REQUIRE_APPROVAL');
    const answer = call();
    await approveToolCall();
    expect(await answer).toBe('credited o-1');
    expect(await named()).toEqual([
      ['tools.refund', 'SUCCESS'],
      ['crm.credit', 'SUCCESS'],
    ]);
    const [tool, part] = await actions();
    expect([tool.toolCallId, part.toolCallId]).toEqual(['call-1', 'call-1']);
    expect([part.approval, part.violation]).toEqual([null, null]);
    const [grant] = (await operator.get('/approvals/grants')).body.data;
    expect([part.policy.grantId, grant.uses]).toEqual([grant.id, 1]);
    expect((await operator.get('/approvals?status=ALL')).body.data).toHaveLength(1);
  });

  it('asks for the call inside as well, where the person approves the tool alone', async () => {
    const { policy, call, approve, named, operator } = await setup();
    await policy('*', 'REQUIRE_APPROVAL');
    const answer = call();
    await approve();
    await approve();
    expect(await answer).toBe('credited o-1');
    expect((await operator.get('/approvals?status=ALL')).body.data).toHaveLength(2);
    expect(await named()).toHaveLength(2);
  });

  it('does nothing that a policy blocks, whatever was approved around it', async () => {
    const { policy, call, approveToolCall, named, credited } = await setup();
    await policy('*', 'REQUIRE_APPROVAL');
    await policy('crm.*', 'BLOCK');
    const answer = call();
    await approveToolCall();
    expect(await answer).toContain('Blocked by policy');
    expect([await named(), credited]).toEqual([
      [
        ['tools.refund', 'FAILED'],
        ['crm.credit', 'BLOCKED'],
      ],
      [],
    ]);
  });
});
