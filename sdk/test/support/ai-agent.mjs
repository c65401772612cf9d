import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { approvalResponses, governTools } from '../../dist/esm/ai.js';
import { Backstop } from '../../dist/esm/index.js';

/**
 * One run of the AI SDK in a process of its own. `start` lets the model call the tool; `go-on` answers the approvals that
 * operators decided, and lets the model go on. The messages are in a file between the two. Prints what the model was told.
 */
const { BASE_URL, API_KEY, SESSION, EFFECTS, MESSAGES } = process.env;
const [mode] = process.argv.slice(2);

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const answer = (unified, content) => ({ content, finishReason: { unified, raw: undefined }, usage, warnings: [] });
const call = { type: 'tool-call', toolCallId: 'call-1', toolName: 'refund', input: '{"id":"o-1","amount":5}' };
const answers = [answer('stop', [{ type: 'text', text: 'done' }])];
if (mode === 'start') answers.unshift(answer('tool-calls', [call]));
const model = new MockLanguageModelV3({ doGenerate: async () => answers.shift() });

const refund = tool({
  description: 'Give money back',
  inputSchema: jsonSchema({
    type: 'object',
    properties: { id: { type: 'string' }, amount: { type: 'number' } },
    required: ['id', 'amount'],
  }),
  execute: async (input) => {
    appendFileSync(EFFECTS, `${JSON.stringify(input)}\n`);
    return { refunded: input.amount };
  },
});

const backstop = new Backstop({ baseUrl: BASE_URL, apiKey: API_KEY, outbox: false });
const session = await backstop.resumeSession(SESSION);
const tools = governTools({ refund }, session, { pending: 'interrupt' });

let messages = mode === 'start' ? [{ role: 'user', content: 'go' }] : JSON.parse(readFileSync(MESSAGES, 'utf8'));
const decided = mode === 'start' ? null : await approvalResponses(session, messages);
if (mode !== 'start' && decided === null) {
  process.stdout.write('"waits"\n');
} else {
  if (decided) messages = [...messages, decided];
  const result = await generateText({ model, tools, messages, stopWhen: stepCountIs(3) });
  // From the AI SDK 7 on, `response` has the messages of the last step alone.
  const { content, responseMessages = result.response.messages } = result;
  writeFileSync(MESSAGES, JSON.stringify([...messages, ...responseMessages]));
  const told = responseMessages.flatMap((message) => (message.role === 'tool' ? message.content : []));
  const asked = content.flatMap((part) => (part.type === 'tool-approval-request' ? [part.toolCall.toolName] : []));
  process.stdout.write(`${JSON.stringify({ asked, told: told.map(({ output }) => output) })}\n`);
}
