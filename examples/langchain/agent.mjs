// A support agent's tool of LangChain. Run it with BACKSTOP_URL and BACKSTOP_API_KEY.
import { Backstop } from '@backstop/sdk';
import { governTools } from '@backstop/sdk/langchain';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';

const backstop = new Backstop({ baseUrl: process.env.BACKSTOP_URL, apiKey: process.env.BACKSTOP_API_KEY });
const session = await backstop.createSession({ agentId: 'shop-agent', intent: 'Settle complaints' });

const refund = governTools(
  tool(async ({ order, amount }) => `refunded ${amount} for ${order}`, {
    name: 'refund',
    description: 'Give a customer money back',
    schema: z.object({ order: z.string(), amount: z.number() }),
  }),
  session,
  { connector: 'shop' },
);

// This agent runs the tool calls of its model. They are written down here, so no provider is needed.
const toolCalls = [
  { type: 'tool_call', id: 'call-1', name: 'refund', args: { order: 'o-1', amount: 20 } },
  { type: 'tool_call', id: 'call-2', name: 'refund', args: { order: 'o-2', amount: 500 } },
];
for (const toolCall of toolCalls) {
  const message = await refund.invoke(toolCall);
  console.log(`the model is told: ${message.content}`);
}
await session.complete();
