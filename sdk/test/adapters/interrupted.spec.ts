import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Governance, newGovernance } from '../support/governance.js';
import { startProgram } from '../support/programs.js';

let home: Governance;
let folder: string;
beforeEach(async () => {
  home = await newGovernance();
  folder = mkdtempSync(join(tmpdir(), 'backstop-interrupted-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const effects = () => {
  try {
    return readFileSync(join(folder, 'effects'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
};

/** One run of a framework in a process of its own, which reads what the one before it left in files. */
async function run(program: string, mode: 'start' | 'go-on') {
  const { agent, session } = home;
  const path = fileURLToPath(new URL(`../support/${program}.mjs`, import.meta.url));
  const [line = 'null'] = await startProgram(path, [mode], {
    BASE_URL: agent.service.url,
    API_KEY: agent.credential ?? '',
    SESSION: session.id,
    EFFECTS: join(folder, 'effects'),
    MESSAGES: join(folder, 'messages'),
    STATE: join(folder, 'state'),
  }).lines();
  return JSON.parse(line);
}

const pending = async () => (await home.operator.get('/approvals')).body.data[0].id;
const decide = async (decision: 'approve' | 'reject', body: object = {}) =>
  expect((await home.operator.post(`/approvals/${await pending()}/${decision}`, body)).status).toBe(200);

const NOTE = expect.stringContaining(
  'An operator changed the arguments before the call ran (amount: 3 in place of 5).',
);

describe.each([
  [
    'the AI SDK',
    'ai-agent',
    { type: 'json', value: { refunded: 5 } },
    {
      type: 'content',
      value: [
        { type: 'text', text: '{"refunded":3}' },
        { type: 'text', text: NOTE },
      ],
    },
  ],
  ['OpenAI Agents', 'openai-agent', { type: 'text', text: 'refunded 5' }, { type: 'text', text: NOTE }],
])('a run of %s that waits for an operator', (_, program, told, edited) => {
  beforeEach(() => home.policy('tools.refund', 'REQUIRE_APPROVAL'));

  it('ends with its own interruption, and makes the call once in another process', async () => {
    expect(await run(program, 'start')).toEqual({ asked: ['refund'], told: [] });
    expect(await run(program, 'go-on')).toBe('waits');
    await decide('approve');
    expect(await run(program, 'go-on')).toMatchObject({ asked: [], told: [told] });
    expect(effects()).toEqual([{ id: 'o-1', amount: 5 }]);
    expect(await home.actions()).toMatchObject([{ status: 'SUCCESS', toolCallId: 'call-1', violation: null }]);
  });

  it('tells the model that the operator refused, and makes no call', async () => {
    await run(program, 'start');
    await decide('reject', { reason: 'not this customer' });
    const { told } = await run(program, 'go-on');
    expect(JSON.stringify(told)).toContain('not this customer');
    expect(effects()).toEqual([]);
  });

  it('makes the call with the arguments that the operator edited, and the model reads the edit', async () => {
    await run(program, 'start');
    await decide('approve', { payload: { id: 'o-1', amount: 3 } });
    expect(await run(program, 'go-on')).toMatchObject({ told: [edited] });
    expect(effects()).toEqual([{ id: 'o-1', amount: 3 }]);
  });

  it('makes the call once, whichever process continues first, and gives every model its answer', async () => {
    await run(program, 'start');
    await decide('approve');
    const before = ['messages', 'state'].map((name) => join(folder, name)).filter(existsSync);
    const kept = before.map((path) => [path, readFileSync(path)] as const);
    const first = await run(program, 'go-on');
    for (const [path, bytes] of kept) writeFileSync(path, bytes);
    expect(await run(program, 'go-on')).toEqual(first);
    expect(effects()).toHaveLength(1);
  });
});

describe.each(['ai-agent', 'openai-agent'])('a call of %s that needs no approval', (program) => {
  it('runs at once, as without the option', async () => {
    expect(await run(program, 'start')).toMatchObject({ asked: [], told: [expect.anything()] });
    expect(effects()).toHaveLength(1);
    expect(await home.actions()).toMatchObject([{ status: 'SUCCESS', approval: null }]);
  });
});
