import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../../sdk/test/support/mcp.js';
import { newOrganization } from '../../support/client.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const PEERS = [
  ...['ai', 'zod', '@langchain/core', '@openai/agents'],
  ...['client', 'server', 'server-filesystem'].map((name) => `@modelcontextprotocol/${name}`),
];

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'backstop-examples-'));
  const installed = (name: string) => join(home, 'node_modules', name);
  for (const name of ['@backstop/sdk', ...PEERS]) mkdirSync(dirname(installed(name)), { recursive: true });
  symlinkSync(join(repository, 'sdk'), installed('@backstop/sdk'));
  for (const name of PEERS) symlinkSync(join(repository, 'node_modules', name), installed(name));
  cpSync(join(repository, 'examples'), join(home, 'examples'), { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function play(name: string, policy: object): Promise<string> {
  const { operator, agent } = await newOrganization();
  expect((await operator.post('/policies', { ...policy, action: 'BLOCK' })).status).toBe(201);
  const { code, output, errors } = await run([join(home, 'examples', name, 'agent.mjs')], {
    PATH: process.env.PATH ?? '',
    HOME: home,
    BACKSTOP_URL: agent.service.url,
    BACKSTOP_API_KEY: agent.credential ?? '',
  });
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return output;
}

const REFUSED = 'The call did not run. Do not retry it unchanged; do something else, or ask an operator.';

it.each(['ai', 'langchain', 'openai-agents'])(
  'examples/%s makes the permitted calls and reports the refused ones',
  async (name) => {
    const condition = { field: 'payload.amount', operator: 'gt', value: 100 };
    const output = await play(name, {
      apiNamePattern: 'shop.refund',
      condition,
      reason: 'Ask a person about this much',
    });
    expect(output.trim().split('\n')).toEqual([
      'the model is told: refunded 20 for o-1',
      `the model is told: Blocked by policy: Ask a person about this much. ${REFUSED}`,
    ]);
  },
);

it('examples/mcp writes what may be written and reads why the rest may not', async () => {
  const condition = { field: 'payload.path', operator: 'ends_with', value: 'payroll.txt' };
  const output = await play('mcp', { apiNamePattern: 'filesystem.*', condition, reason: 'Payroll is for people' });
  expect(output.trim().split('\n')).toEqual([
    'the model is told: Successfully wrote to /notes.txt',
    `the model is told: Blocked by policy: Payroll is for people. ${REFUSED}`,
    '/notes.txt: written by an agent',
    '/payroll.txt: as it was',
  ]);
});
