import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Governance, newGovernance } from '../../../sdk/test/support/governance.js';
import { newCustomerDatabase } from '../../support/customer-database.js';

const run = promisify(execFile);
const BUNDLERS = resolve('test/stand-ins/bundlers');
const bundlers = createRequire(join(BUNDLERS, 'package.json'));
const WASM = resolve('node_modules/libpg-query/wasm/libpg-query.wasm');

/** A program that changes a row and calls an object of its own, both governed. */
const PROGRAM = `
import { Backstop } from '@backstop/sdk';
import { postgres, wrapWith } from '@backstop/sdk/connectors';
import pg from 'pg';

async function main() {
  const backstop = new Backstop({ outbox: false });
  const session = await backstop.openSession(process.env.SESSION);
  const wrap = wrapWith(postgres);
  const options = { connectionString: process.env.DATABASE_URL, max: 1 };
  const pool = wrap(new pg.Pool(options), session, { connector: 'postgres' });
  const { rowCount } = await pool.query('UPDATE customers SET credit = credit + 1 WHERE id = 1');
  const crm = wrap({ save: async () => 'saved' }, session, { connector: 'crm', operations: { save: 'UPDATE' } });
  console.log(JSON.stringify([rowCount, await crm.save({ id: 1 })]));
  await pool.end();
  await session.flush();
}
main();
`;

let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await newCustomerDatabase();
  await database.pool.query(
    'CREATE TABLE customers (id int PRIMARY KEY, credit int); INSERT INTO customers VALUES (1, 0)',
  );
  folder = mkdtempSync(join('dist', 'bundles-'));
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

/** Each bundles the program to `target`; what it is given is what its users would write. */
const BUNDLING: Record<string, (input: string, target: string) => Promise<unknown>> = {
  esbuild: (input, target) =>
    bundlers('esbuild').build({
      ...{ entryPoints: [input], outfile: target, bundle: true, platform: 'node', format: 'cjs' },
      ...{ external: ['pg-native'], logLevel: 'error' },
    }),
  webpack: (input, target) =>
    new Promise((done, fail) => {
      const output = { path: resolve(target, '..'), filename: 'program.cjs', chunkFormat: 'commonjs' };
      const options = { mode: 'production', target: 'node20', entry: resolve(input), output };
      const externals = { 'pg-native': 'commonjs pg-native' };
      bundlers('webpack')({ ...options, externals }, (error: Error | null, stats: { hasErrors(): boolean }) => {
        if (error || stats.hasErrors()) fail(error ?? new Error(String(stats)));
        else done(stats);
      });
    }),
  // Its native part does not know the values of Jest's own realm.
  rolldown: (input, target) => {
    const bundling = `
      import { rolldown } from 'rolldown';
      const bundle = await rolldown({ input: '${input}', platform: 'node', external: ['pg-native'] });
      await bundle.write({ file: '${target}', format: 'cjs', codeSplitting: false });`;
    return run(process.execPath, ['--input-type=module', '--eval', bundling]);
  },
};
const RUNTIMES: [name: string, program: string][] = [
  ['Node', process.execPath],
  ['Bun', join(BUNDLERS, 'node_modules', '@oven', `bun-${process.platform}-${process.arch}`, 'bin', 'bun')],
];

/** Runs it where it finds no packages. */
async function started(runtime: string, home: string, { agent, session }: Governance): Promise<unknown> {
  const { stdout } = await run(runtime, ['program.cjs'], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      BACKSTOP_URL: agent.service.url,
      BACKSTOP_API_KEY: agent.credential ?? '',
      SESSION: session.id,
      DATABASE_URL: database.url,
    },
  });
  return JSON.parse(stdout);
}

describe.each(Object.keys(BUNDLING))('A program that %s bundled', (name) => {
  let home: string;
  beforeAll(async () => {
    home = mkdtempSync('/tmp/backstop-bundle-');
    await BUNDLING[name]?.(join(folder, 'program.mjs'), join(home, 'program.cjs'));
    cpSync(WASM, join(home, 'libpg-query.wasm'));
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it.each(RUNTIMES)(
    'governs a row of PostgreSQL and an object of its own on %s, and ends by itself',
    async (_, runtime) => {
      const governance = await newGovernance();
      const values = { connectionString: database.url };
      await governance.operator.put('/settings/credentials/postgres', { values });
      expect(await started(runtime, home, governance)).toEqual([1, 'saved']);
      expect(await governance.actions()).toMatchObject([
        { apiName: 'postgres.rows.update', status: 'SUCCESS', violation: null, snapshot: { captureFailed: false } },
        { apiName: 'crm.save', status: 'SUCCESS', violation: null },
      ]);
    },
  );
});
