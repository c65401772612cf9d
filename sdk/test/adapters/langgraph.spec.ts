import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newCustomerDatabase } from '../../../test/support/customer-database.js';
import { type Governance, newGovernance } from '../support/governance.js';
import { newHoldingGateway, readsDecision } from '../support/holding-gateway.js';
import { startProgram } from '../support/programs.js';

const [, page = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/how-to/langgraph.md', 'utf8')) ?? [];
const GIVING = 'giving back 50 for order 7';

let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
let folder: string;
let home: Governance;
beforeAll(async () => {
  database = await newCustomerDatabase();
  // Node finds the packages from here.
  folder = mkdtempSync(join('dist', 'langgraph-'));
});
beforeEach(async () => {
  home = await newGovernance();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

/** Starts the program of the page, or what `change` makes of it, in a process of its own. */
function start(args: readonly string[], change = (program: string) => program, url = home.agent.service.url) {
  const path = join(folder, 'agent.mjs');
  writeFileSync(path, change(page));
  const { credential } = home.agent;
  const environment = { BACKSTOP_URL: url, BACKSTOP_API_KEY: credential ?? '', DATABASE_URL: database.url };
  return startProgram(path, args, { ...environment, XDG_STATE_HOME: folder });
}

/** Runs it until the graph waits; gives the ids of the session and the approval. */
async function interrupted() {
  const [waits = '', session = ''] = await start([]).lines();
  const [, approvalId = ''] = /^waits: .+\/dashboard\/approvals\/([0-9a-f-]+)$/.exec(waits) ?? [];
  const [, sessionId = ''] = /^session ([0-9a-f-]+)$/.exec(session) ?? [];
  expect([approvalId, sessionId]).not.toContain('');
  return { approvalId, sessionId, told: `session ${sessionId}` };
}

const decide = async (approvalId: string, decision: 'approve' | 'reject', body: object = {}) =>
  expect((await home.operator.post(`/approvals/${approvalId}/${decision}`, body)).status).toBe(200);
const actionsOf = async (sessionId: string) => (await home.operator.get(`/sessions/${sessionId}`)).body.data.actions;

describe('The program of docs/how-to/langgraph.md', () => {
  it('waits for the operator without a process, and makes the call once in another one, as the page shows', async () => {
    const { approvalId, sessionId, told } = await interrupted();
    const [again = ''] = await start([sessionId]).lines();
    expect(again).toContain(approvalId);
    await decide(approvalId, 'approve');
    expect(await start([sessionId]).lines()).toEqual([GIVING, 'I was told: refunded 50', told]);
    const shown = readFileSync('docs/how-to/langgraph.md', 'utf8');
    expect(shown).toContain(`${GIVING}\nI was told: refunded 50\nsession `);
    expect(await actionsOf(sessionId)).toMatchObject([{ apiName: 'shop.refund', status: 'SUCCESS', violation: null }]);
  });

  it('tells the model that the operator refused', async () => {
    const { approvalId, sessionId } = await interrupted();
    await decide(approvalId, 'reject', { reason: 'not this customer' });
    const [said] = await start([sessionId]).lines();
    expect(said).toMatch(/^I was told: An operator rejected the call: not this customer\./);
  });

  it('does not repeat a call in the middle of which its process was killed, and tells the model', async () => {
    const { approvalId, sessionId } = await interrupted();
    await decide(approvalId, 'approve');
    const hanging = (program: string) =>
      program.replace(
        'return `refunded',
        'await new Promise((resolve) => setTimeout(resolve, 3_600_000));\n    return `refunded',
      );
    const killed = start([sessionId], hanging);
    expect(await killed.line()).toBe(GIVING);
    await killed.kill();
    const [said] = await start([sessionId]).lines();
    expect(said).toMatch(/^I was told: The call was begun already, and whether it took effect is not known\./);
    expect(await actionsOf(sessionId)).toMatchObject([{ status: 'CLEARED', begunAt: expect.any(String) }]);
  });

  it('answers what was recorded where its process was killed after the call, before the graph kept the answer', async () => {
    const { approvalId, sessionId } = await interrupted();
    await decide(approvalId, 'approve');
    const hanging = (program: string) =>
      program.replace(
        'new ToolNode(tools)',
        "async (state) => { const told = await new ToolNode(tools).invoke(state); console.log('kept'); await new Promise((resolve) => setTimeout(resolve, 3_600_000)); return told; }",
      );
    const killed = start([sessionId], hanging);
    expect([await killed.line(), await killed.line()]).toEqual([GIVING, 'kept']);
    await killed.kill();
    const [said] = await start([sessionId]).lines();
    expect(said).toBe('I was told: refunded 50');
    expect(await actionsOf(sessionId)).toMatchObject([{ status: 'SUCCESS' }]);
  });

  it('runs in one of two processes that resume it, both of which know that it is approved before either begins', async () => {
    const { approvalId, sessionId } = await interrupted();
    await decide(approvalId, 'approve');
    const { url, met, close } = await newHoldingGateway(home.agent.service.url, readsDecision, 2);
    const resumed = () => start([sessionId], undefined, url).lines();
    const said = await Promise.all([resumed(), resumed()]);
    close();
    expect(met()).toBeGreaterThanOrEqual(2);
    expect(said.flat().filter((line) => line === GIVING)).toHaveLength(1);
    expect(
      said.flat().filter((line) => /^I was told: (refunded 50|The call was begun already)/.test(line)),
    ).toHaveLength(2);
  });
});
