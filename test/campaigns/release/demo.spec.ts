import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { blockWith } from '../../support/readme.js';
import { judged } from '../../support/service.mjs';

const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** An npm script without the build before it, which would change the programs under the other tests. */
const withoutBuild = (commands: string) =>
  commands.replace(/npm (?:run )?(start|demo)$/gm, (_, name: string) => `exec ${scripts[name]}`);

/** The services that the page starts judge what they answer. */
const { TEST_UNDECLARED_ANSWERS = '' } = process.env;
const judging = { TEST_UNDECLARED_ANSWERS, NODE_OPTIONS: judged().join(' ') };

/** Starts commands of the page and waits for a line that they print. */
async function started(commands: string, env: Record<string, string>, line: RegExp) {
  const child = spawn('/bin/sh', ['-eu', '-c', withoutBuild(commands)], {
    env: { ...judging, PATH: process.env.PATH ?? '', HOME: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const found = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const [, part] = line.exec(text) ?? [];
      if (part) resolve(part);
    });
    exited.then(() => reject(new Error(`"${commands}" ended without a line such as ${line}`)));
  });
  return { found, stop };
}

describe("README's first agent", () => {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-readme-'));
  const stops: (() => Promise<void>)[] = [];
  let output = '';

  beforeAll(async () => {
    const service = await started(blockWith('DEFAULT_PLAN'), { PORT: '0', DATA_DIR: directory }, /is up at (http:\S+)/);
    stops.push(service.stop);
    const database = await started(
      blockWith('database.mjs').replace('npm run build\n', '').replace('node ', 'exec node '),
      {},
      /^export CUSTOMERS_URL='(.+)'$/,
    );
    stops.push(database.stop);
    const commands = blockWith('agent.mjs').replace('http://127.0.0.1:3000', service.found);
    const env = { PATH: process.env.PATH ?? '', HOME: directory, CUSTOMERS_URL: database.found };
    const { stdout } = await run('/bin/sh', ['-eu', '-c', commands], { env });
    output = stdout;
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('updates a row, is refused a delete with the policy’s reason, and leaves nothing after its rollback', () => {
    const [, updated = '', restored = ''] =
      /After the update: (.*?\n\]).*After the rollback: (.*?\n\])/s.exec(output) ?? [];
    expect(updated).toContain("{ id: 1, name: 'Ada', credit: 50 }");
    expect(output).toContain('The delete did not run: Customers are never deleted.');
    expect(output).toContain('The session is REVERTED');
    expect(restored).toContain("{ id: 1, name: 'Ada', credit: 0 }");
    expect(restored).toContain("{ id: 2, name: 'Grace', credit: 20 }");
  });
});

describe('npm run demo', () => {
  it('plays one governed session and ends by itself', async () => {
    const env = { PATH: process.env.PATH ?? '', HOME: tmpdir() };
    const { stdout } = await run('/bin/sh', ['-eu', '-c', withoutBuild(blockWith('npm run demo'))], { env });
    expect(stdout).toContain('That was one governed session.');
    expect(stdout).toMatch(/rollback │ .*CONFLICT|conflict │/);
  });
});
