// A support agent of the OpenAI Agents SDK. Run it with BACKSTOP_URL and BACKSTOP_API_KEY.
import { Backstop } from '@backstop/sdk';
import { governTools } from '@backstop/sdk/openai-agents';
import { Agent, Runner, tool, Usage } from '@openai/agents';
import { z } from 'zod';

const backstop = new Backstop({ baseUrl: process.env.BACKSTOP_URL, apiKey: process.env.BACKSTOP_API_KEY });
const session = await backstop.createSession({ agentId: 'shop-agent', intent: 'Settle complaints' });

const refund = tool({
  name: 'refund',
  description: 'Give a customer money back',
  parameters: z.object({ order: z.string(), amount: z.number() }),
  execute: async ({ order, amount }) => `refunded ${amount} for ${order}`,
});

// Any model will do; this one is written down, so that the example needs no provider.
const wanted = [
  { order: 'o-1', amount: 20 },
  { order: 'o-2', amount: 500 },
];
const model = {
  async getResponse() {
    const input = wanted.shift();
    const call = { type: 'function_call', callId: `call-${wanted.length}`, name: 'refund', status: 'completed' };
    const content = [{ type: 'output_text', text: 'Both are settled.' }];
    const last = { type: 'message', role: 'assistant', status: 'completed', content };
    return { usage: new Usage(), output: [input ? { ...call, arguments: JSON.stringify(input) } : last] };
  },
};

const tools = [governTools(refund, session, { connector: 'shop' })];
const agent = new Agent({ name: 'Support', instructions: 'Settle complaints.', tools, model });
const result = await new Runner({ tracingDisabled: true }).run(agent, 'Settle the complaints about o-1 and o-2.');
for (const item of result.newItems) {
  if (item.type === 'tool_call_output_item') console.log(`the model is told: ${item.output}`);
}
await session.complete();
