import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newOrganization } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';

const run = promisify(execFile);
const sdk = fileURLToPath(new URL('../../../sdk/', import.meta.url));
const installed = join(sdk, '..', 'node_modules');

let home: string;
let tarball: string;
let files: string[];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'backstop-package-'));
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', home], { cwd: sdk });
  const [{ filename, files: listed }] = JSON.parse(packed.stdout);
  files = listed.map(({ path }: { path: string }) => path);
  tarball = join(home, filename.replace('@backstop/', 'backstop-'));
  const target = join(home, 'node_modules', '@backstop', 'sdk');
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
  // Copies the packages that a package manager would bring along, from those that this repository has installed.
  const { dependencies = {} } = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'));
  for (const name of ['@types/node', ...Object.keys(dependencies)]) {
    await mkdir(dirname(join(home, 'node_modules', name)), { recursive: true });
    await symlink(join(installed, name), join(home, 'node_modules', name));
  }
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function program(name: string, source: string): Promise<string> {
  await writeFile(join(home, name), source);
  const { stdout } = await run(process.execPath, ['--no-warnings', name], { cwd: home });
  return stdout.trim();
}

const EXPORTS = `
  AgentPausedError ApprovalRejectedError ApprovalTimeoutError Backstop BackstopError BackstopUnavailableError
  PlanRequiredError PolicyBlockedError QuotaExceededError SessionClosedError WrapOptionsError wrap`;
const NAMES = EXPORTS.trim().split(/\s+/);

const CONSUMER = `
  import { Backstop, PolicyBlockedError, wrap, type Session, type WrapOptions } from '@backstop/sdk';
  import { postgres, stripe, wrapWith } from '@backstop/sdk/connectors';
  import { ServiceDouble, type DoublePolicy } from '@backstop/sdk/testing';
  const policy: DoublePolicy = { apiNamePattern: 'a.*', action: 'BLOCK', condition: { field: 'b', operator: 'gt', value: 1 } };
  export const double: Promise<Session> = new ServiceDouble({ policies: [policy] }).client().createSession({ agentId: 'a', intent: 'b' });
  // @ts-expect-error a decision that no policy has
  new ServiceDouble({ policies: [{ apiNamePattern: 'a.*', action: 'PASS' }] });
  export async function start(): Promise<Session> {
    const backstop = new Backstop({ baseUrl: 'https://b.example', apiKey: 'k', outbox: false });
    return backstop.createSession({ agentId: 'a', intent: 'b' });
  }
  const options: WrapOptions = { connector: 'postgres', onUnavailable: 'refuse' };
  export const client: { a: number } = wrap({ a: 1 }, null as unknown as Session, options);
  export const reason = (error: PolicyBlockedError): string => error.reason;
  export const named = wrap({ a: 1 }, null as unknown as Session, {
    connector: 'postgres',
    requiresApproval: ['rows.delete', 'postgres.rows.insert', 'rows.*', '*'],
  });
  export const own = wrap({ a: 1 }, null as unknown as Session, { connector: 'crm', requiresApproval: ['anything'] });
  export const few: { a: number } = wrapWith(postgres, stripe)({ a: 1 }, null as unknown as Session, {
    connector: 'postgres',
    requiresApproval: ['rows.delete'],
  });
  interface PoolOfPg { query(sql: string): void; totalCount: number; idleCount: number }
  declare const pool: PoolOfPg;
  declare const session: Session;
  declare const anything: any;
  // @ts-expect-error a misspelt connector of a known client
  wrap(pool, session, { connector: 'postgre' });
  // @ts-expect-error the connector of another client
  wrapWith(postgres)(pool, session, { connector: 'stripe' });
  export const right: PoolOfPg = wrap(pool, session, { connector: 'postgres', requiresApproval: ['rows.delete'] });
  export const later: PoolOfPg = wrap(pool, session, options);
  wrap(anything, session, { connector: 'crm' });
  export const generic = <T extends object>(client: T, connector: string): T => wrap(client, session, { connector });
  // @ts-expect-error an operation that does not exist
  wrap({ a: 1 }, null as unknown as Session, { connector: 'postgres', requiresApproval: ['rows.remove'] });
  // @ts-expect-error an option that does not exist
  export const wrong: WrapOptions = { connector: 'postgres', ungated: true };
`;

describe('the packed package', () => {
  it("runs README's first example as it is printed", async () => {
    const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile(join(sdk, 'README.md'), 'utf8')) ?? [];
    const needed = /npm install @backstop\/sdk (.*)/.exec(example)?.[1]?.split(' ') ?? [];
    for (const name of needed) await symlink(join(installed, name), join(home, 'node_modules', name));
    const database = await newCustomerDatabase();
    await database.pool.query('CREATE TABLE invoices (id int PRIMARY KEY, open boolean)');
    await database.pool.query('INSERT INTO invoices VALUES (7, true), (8, true)');
    const { agent, operator } = await newOrganization();
    await operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
    const { hostname, port, username, password, pathname } = new URL(database.url);
    await writeFile(join(home, 'example.mjs'), example);
    await run(process.execPath, ['example.mjs'], {
      cwd: home,
      env: {
        ...{ PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: pathname.slice(1) },
        ...{ BACKSTOP_URL: agent.service.url, BACKSTOP_API_KEY: agent.credential ?? '', XDG_STATE_HOME: home },
      },
    });
    expect((await database.pool.query('SELECT * FROM invoices ORDER BY id')).rows).toEqual([
      { id: 7, open: false },
      { id: 8, open: true },
    ]);
    const [session] = (await operator.get('/sessions')).body.data;
    expect(session).toMatchObject({ agentId: 'billing-bot', status: 'COMPLETED', counters: { success: 1 } });
    await database.drop();
  });

  it('has the doctor, which npx starts', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'backstop-doctor-'));
    const manifest = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'));
    // npm takes the packages that it brings along from this repository, and asks no registry.
    const along = Object.keys(manifest.dependencies).map((name) => [name, `file:${join(installed, name)}`]);
    const dependencies = { '@backstop/sdk': `file:${tarball}`, ...Object.fromEntries(along) };
    await writeFile(join(empty, 'package.json'), JSON.stringify({ private: true, dependencies }));
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: empty });
    const { agent } = await newOrganization();
    const of = (apiKey: string) =>
      run('npx', ['--offline', 'backstop', 'doctor'], {
        cwd: empty,
        env: {
          PATH: process.env.PATH,
          BACKSTOP_URL: agent.service.url,
          BACKSTOP_API_KEY: apiKey,
          XDG_STATE_HOME: empty,
        },
      });
    const { stdout } = await of(agent.credential ?? '');
    const found = stdout.trim().split('\n');
    expect(found.map((line) => line.slice(0, 17).trim())).toEqual(
      ['settings', 'service', 'clock', 'key', 'plan', 'credentials', 'capture'].map((what) => `ok   ${what}`),
    );
    const wrong = await of('bks_live_0123456789abcdef0123456789abcdef_wrong').catch((error) => error);
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('FAIL key')]);
    await rm(empty, { recursive: true, force: true });
  });

  it('carries its sources in its source maps', async () => {
    const maps = files.filter((path) => path.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(100);
    for (const path of maps) {
      const map = JSON.parse(await readFile(join(home, 'node_modules/@backstop/sdk', path), 'utf8'));
      expect([path, map.sourcesContent?.length]).toEqual([path, map.sources.length]);
    }
  });

  it('is imported and required, with the same names', async () => {
    const names = `console.log(Object.keys(sdk).filter((name) => name !== 'default').sort().join(' '))`;
    const imported = await program('imported.mjs', `import * as sdk from '@backstop/sdk'; ${names}`);
    const required = await program('required.cjs', `const sdk = require('@backstop/sdk'); ${names}`);
    expect(required).toBe(imported);
    expect(imported.split(' ')).toEqual(expect.arrayContaining(NAMES));
  });

  it.each([
    ['consumer.mts', ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
    ['consumer.cts', ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
    ['consumer.ts', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ])('has types that fit %s with %p', async (name, resolution) => {
    await writeFile(join(home, name), CONSUMER);
    const tsc = join(installed, 'typescript', 'bin', 'tsc');
    const strict = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--lib',
      'es2023',
      '--types',
      'node',
      '--skipLibCheck',
      'false',
    ];
    const checked = run(process.execPath, [tsc, ...strict, ...resolution, name], { cwd: home });
    expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
  });

  it('has the double of the service for tests, imported and required', async () => {
    const use = `const service = new ServiceDouble({ policies: [{ apiNamePattern: 'a.*', action: 'BLOCK' }] });
      service.client().createSession({ agentId: 'a', intent: 'b' }).then(({ intent }) => console.log(intent, service.actions.length));`;
    expect(await program('double.mjs', `import { ServiceDouble } from '@backstop/sdk/testing'; ${use}`)).toBe('b 0');
    expect(await program('double.cjs', `const { ServiceDouble } = require('@backstop/sdk/testing'); ${use}`)).toBe(
      'b 0',
    );
  });

  it('has errors that are known across import and require', async () => {
    const source = `
      import { createRequire } from 'node:module';
      import * as imported from '@backstop/sdk';
      const required = createRequire(import.meta.url)('@backstop/sdk');
      const error = new required.PolicyBlockedError('no', [], { code: 'policy-blocked' });
      const kinds = ['BackstopError', 'PolicyBlockedError', 'QuotaExceededError'];
      console.log(kinds.map((name) => error instanceof imported[name]).join(), new Error('x') instanceof imported.BackstopError);`;
    expect(await program('both.mjs', source)).toBe('true,true,false false');
  });

  it('is one package however many copies of it a process has: errors are known, nothing is wrapped twice', async () => {
    const second = join(home, 'node_modules', 'another', 'node_modules', '@backstop', 'sdk');
    await cp(join(home, 'node_modules', '@backstop', 'sdk'), second, { recursive: true });
    const source = `
      import { createRequire } from 'node:module';
      import { EventEmitter } from 'node:events';
      const beside = createRequire(import.meta.url);
      const inside = createRequire(new URL('./node_modules/another/index.js', import.meta.url));
      const url = new URL('./node_modules/another/node_modules/@backstop/sdk/dist/esm/index.js', import.meta.url);
      const copies = [await import('@backstop/sdk'), beside('@backstop/sdk'), await import(url), inside('@backstop/sdk')];
      const session = { registry: [], gate: () => ({ needsPrecapture: () => false }) };
      class Crm { set() {} }
      const answers = new Set();
      for (const first of copies) {
        for (const other of copies) {
          const wrapped = first.wrap(new Crm(), session, { connector: 'crm' });
          let refusal = null;
          try { other.wrap(wrapped, session, { connector: 'crm' }); } catch (error) { refusal = error; }
          const known = copies.every(({ WrapOptionsError, BackstopError }) =>
            refusal instanceof WrapOptionsError && refusal instanceof BackstopError);
          const another = copies.some(({ PolicyBlockedError }) => refusal instanceof PolicyBlockedError);
          answers.add([refusal?.message, known, another].join());
        }
      }
      console.log(new Set(copies.map(({ wrap }) => wrap)).size, ...answers);`;
    expect(await program('copies.mjs', source)).toBe('4 The client is wrapped already,true,false');
  });

  it('holds what is needed and nothing else', () => {
    const outside = files.filter((path) => !path.startsWith('dist/') && !path.startsWith('docs/'));
    expect(outside.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'package.json']);
    expect(files.filter((path) => /\.spec\.|\.tsbuildinfo/.test(path))).toEqual([]);
  });

  it('has a client that loads and works without Node: no process, no Buffer, no files', async () => {
    const source = `
      const { exit } = process;
      const say = console.log;
      crypto.randomUUID();
      say('');
      for (const name of ['process', 'Buffer']) Object.defineProperty(globalThis, name, { value: undefined });
      const { Backstop } = await import('./node_modules/@backstop/sdk/dist/esm/backstop.js');
      const { wrapSettings } = await import('./node_modules/@backstop/sdk/dist/esm/wrapping/options.js');
      let up = false;
      const headers = { get: () => null };
      const answer = (data) => ({ status: 200, headers, text: async () => JSON.stringify({ data, error: null }) });
      const fetch = async (url, { method, body }) => {
        if (method === 'PATCH' && !up) throw new TypeError('offline');
        if (method === 'PATCH') say(body);
        if (url.endsWith('/registry')) return answer([]);
        return answer({ id: 's-1', agentId: 'a', intent: 'b', simulated: false });
      };
      const backstop = new Backstop({ baseUrl: 'https://b.example', apiKey: 'k', fetch });
      const session = await backstop.createSession({ agentId: 'a', intent: 'b' });
      const gate = session.gate(wrapSettings({ connector: 'crm' }, ['x']));
      await gate.confirm('a-1', { status: 'SUCCESS', response: null, payload: {} });
      up = true;
      await backstop.flush();
      exit(0);`;
    expect(JSON.parse(await program('edge.mjs', source))).toEqual({
      status: 'SUCCESS',
      response: null,
      payloadHash: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    });
  });
});

describe('the entries of the packed package', () => {
  const MCP = ['@modelcontextprotocol/client', '@modelcontextprotocol/server'];
  const PEERS = ['ai', 'zod', '@langchain/core', '@openai/agents', ...MCP];
  const NOWHERE = { BACKSTOP_URL: 'http://127.0.0.1:9', BACKSTOP_API_KEY: 'k', PATH: process.env.PATH };

  it('say what to install where a peer is missing', async () => {
    const main = join('node_modules', '@backstop', 'sdk', 'dist', 'esm', 'mcp', 'main.js');
    const started = run(process.execPath, ['--no-warnings', main, '--', 'true'], { cwd: home, env: NOWHERE });
    expect(await started.catch((error) => error)).toMatchObject({
      code: 2,
      stderr: `backstop-mcp: it needs the official packages of MCP: npm install ${MCP.join(' ')}\n`,
    });
  });

  it('are imported and required beside their frameworks, with types that keep those of the tools', async () => {
    for (const name of PEERS) {
      await mkdir(dirname(join(home, 'node_modules', name)), { recursive: true });
      await symlink(join(installed, name), join(home, 'node_modules', name));
    }
    const entries = ['ai', 'langchain', 'openai-agents'].map((name) => `@backstop/sdk/${name}`);
    const load = (how: string) => entries.map((name) => `console.log(Object.keys(${how}('${name}')).join());`).join('');
    const imported = await program('entries.mjs', load('await import'));
    const required = await program('entries.cjs', load('require'));
    for (const names of [imported, required]) expect(names.match(/governTools/g)).toHaveLength(3);
    await writeFile(join(home, 'entries.mts'), ENTRIES);
    const tsc = join(installed, 'typescript', 'bin', 'tsc');
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--skipLibCheck',
    ];
    const checked = run(process.execPath, [tsc, ...options, 'entries.mts'], { cwd: home });
    expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
  });
});

const ENTRIES = `
  import type { Session } from '@backstop/sdk';
  import { governTools as ofAi } from '@backstop/sdk/ai';
  import { governTools as ofLangChain } from '@backstop/sdk/langchain';
  import { governTools as ofAgents } from '@backstop/sdk/openai-agents';
  import { tool as agentTool } from '@openai/agents';
  import { tool as langChainTool } from '@langchain/core/tools';
  import { tool } from 'ai';
  import { z } from 'zod';
  declare const session: Session;
  const schema = z.object({ id: z.string() });
  const mine = { a: tool({ inputSchema: schema, execute: async ({ id }) => id.length }) };
  export const same: typeof mine = ofAi(mine, session, { reads: ['a'] });
  const one = langChainTool(async ({ id }) => id, { name: 'one', description: 'd', schema });
  export const alike: typeof one = ofLangChain(one, session);
  export const list: readonly [typeof one] = ofLangChain([one] as const, session);
  const other = agentTool({ name: 'o', description: 'd', parameters: schema, execute: async ({ id }) => id });
  export const equal: typeof other = ofAgents(other, session);
  // @ts-expect-error an option that does not exist
  ofAi(mine, session, { ungated: true });
`;
