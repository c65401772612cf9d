import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, Runner, RunState, tool, Usage } from '@openai/agents';
import { z } from 'zod';
import { Backstop } from '../../dist/esm/index.js';
import { decideInterruptions, governTools } from '../../dist/esm/openai-agents.js';

/**
 * One run of OpenAI Agents in a process of its own. `start` lets the model call the tool; `go-on` takes the state of the run
 * from its file, applies what operators decided, and goes on. Prints what the model was told.
 */
const { BASE_URL, API_KEY, SESSION, EFFECTS, STATE } = process.env;
const [mode] = process.argv.slice(2);

const call = {
  type: 'function_call',
  callId: 'call-1',
  name: 'refund',
  status: 'completed',
  arguments: '{"id":"o-1","amount":5}',
};
const done = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'done' }],
};
const answers = mode === 'start' ? [call, done] : [done];
const told = [];
const model = {
  getResponse: async ({ input }) => {
    if (Array.isArray(input))
      told.splice(
        0,
        told.length,
        ...input.flatMap((item) => (item.type === 'function_call_result' ? [item.output] : [])),
      );
    return { usage: new Usage(), output: [answers.shift()] };
  },
  getStreamedResponse: () => {
    throw new Error('not streamed');
  },
};

const refund = tool({
  name: 'refund',
  description: 'Give money back',
  parameters: z.object({ id: z.string(), amount: z.number() }),
  execute: async (input) => {
    appendFileSync(EFFECTS, `${JSON.stringify(input)}\n`);
    return `refunded ${input.amount}`;
  },
});

const backstop = new Backstop({ baseUrl: BASE_URL, apiKey: API_KEY, outbox: false });
const session = await backstop.resumeSession(SESSION);
const tools = governTools([refund], session, { pending: 'interrupt' });
const agent = new Agent({ name: 'shop', model, tools });
const runner = new Runner({ tracingDisabled: true });

let input = 'go';
let open = 0;
if (mode !== 'start') {
  input = await RunState.fromString(agent, readFileSync(STATE, 'utf8'));
  open = await decideInterruptions(session, input);
}
if (open > 0) {
  process.stdout.write('"waits"\n');
} else {
  const result = await runner.run(agent, input);
  writeFileSync(STATE, result.state.toString());
  process.stdout.write(`${JSON.stringify({ asked: result.interruptions.map(({ name }) => name), told })}\n`);
}
