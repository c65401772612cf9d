// A support agent of the Vercel AI SDK. Run it with BACKSTOP_URL and BACKSTOP_API_KEY.
import { Backstop } from '@backstop/sdk';
import { governTools } from '@backstop/sdk/ai';
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';

const backstop = new Backstop({ baseUrl: process.env.BACKSTOP_URL, apiKey: process.env.BACKSTOP_API_KEY });
const session = await backstop.createSession({ agentId: 'shop-agent', intent: 'Settle complaints' });

const tools = {
  refund: tool({
    description: 'Give a customer money back',
    inputSchema: z.object({ order: z.string(), amount: z.number() }),
    execute: async ({ order, amount }) => `refunded ${amount} for ${order}`,
  }),
};

// Any model will do; this one is written down, so that the example needs no provider.
const wanted = [
  { order: 'o-1', amount: 20 },
  { order: 'o-2', amount: 500 },
];
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const model = new MockLanguageModelV3({
  doGenerate: async () => {
    const input = wanted.shift();
    const call = { type: 'tool-call', toolCallId: `call-${wanted.length}`, toolName: 'refund' };
    const content = input ? [{ ...call, input: JSON.stringify(input) }] : [{ type: 'text', text: 'Both are settled.' }];
    return { content, finishReason: { unified: input ? 'tool-calls' : 'stop' }, usage, warnings: [] };
  },
});

const result = await generateText({
  model,
  prompt: 'Settle the complaints about o-1 and o-2.',
  tools: governTools(tools, session, { connector: 'shop' }),
  stopWhen: stepCountIs(5),
});
for (const { content } of result.steps)
  for (const part of content) {
    if (part.type === 'tool-result') console.log(`the model is told: ${part.output}`);
    if (part.type === 'tool-error') console.log(`the model is told: ${part.error.message}`);
  }
await session.complete();
