import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const LAST_LINE = 'npm run demo';

/** Returns the lines that the service prints when it is ready. */
async function greetingOf({ services: [service] }: OwnDatabase): Promise<readonly string[]> {
  const output = () => service?.output ?? [];
  return eventually(output, (lines) => lines.some((line) => line.includes(LAST_LINE)));
}

describe('The greeting of a service that has just started on an empty database', () => {
  let database: OwnDatabase;
  let lines: readonly string[];
  let answers: readonly { readonly stdout: string; readonly stderr: string }[];
  beforeAll(async () => {
    database = await newOwnDatabase(1);
    lines = await greetingOf(database);
    const commands = lines.filter((line) => /^ {4}\S/.test(line));
    answers = [];
    for (const command of commands) answers = [...answers, await run('/bin/sh', ['-c', command])];
  });
  afterAll(() => database.drop());

  it('names the version and the address', () => {
    expect(lines.join('\n')).toContain(`  Backstop ${version} is up at ${database.services[0]?.url}  (health: `);
  });

  it('shows three commands that a shell runs as they stand, one after the other', () => {
    expect(answers.map(({ stderr }) => stderr)).toEqual(['', '', '']);
    const [account, key, session] = answers.map(({ stdout }) => JSON.parse(stdout));
    expect([account.error, key.error, session.error]).toEqual([null, null, null]);
    expect(account.data.user.email).toBe('you@example.com');
    expect(key.data).toMatchObject({ kind: 'live', key: expect.stringMatching(/^bks_live_/), status: 'ACTIVE' });
    expect(session.data).toMatchObject({ agentId: 'my-agent', displayStatus: 'ACTIVE' });
  });
});
