import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startService, testEnvironment } from '../../support/service.mjs';
import { transpiled } from './laboratory.mjs';

/** A root key newer than the one the rows were made with: a process that writes a credential wraps the key anew. */
const NEXT_ROOT_KEY = {
  ENCRYPTION_KEYS: `${testEnvironment().ENCRYPTION_KEYS},2:${Buffer.alloc(32, 8).toString('base64')}`,
};

const inDatabase = (url, name) => url.replace(/\/[^/]*$/, `/${name}`);

/** The parts of the matrix that may notice, the most likely first; those of `limits` need a service that has limits. */
const PARTS = {
  access: ['known', 'nobodies', 'limits'],
  filter: ['ids', 'known', 'nobodies', 'untouched', 'statements', 'changes'],
  epoch: ['changes'],
  function: ['statements', 'known', 'ids'],
};
const ALL = ['nobodies', 'known', 'ids', 'untouched', 'statements', 'changes', 'limits'];

const partsFor = (mutant) => PARTS[mutant?.kind] ?? [...new Set([mutant?.part ?? 'nobodies', ...ALL])];

/**
 * Runs the matrix on a service of its own and a copy of the rows until it finds something. Null: nothing was found.
 * @param mutant null: the service as it is, with all parts
 */
export async function tryOut(laboratory, bench, fixture, mutant) {
  const { database } = laboratory;
  const name = `trial_${Math.random().toString(36).slice(2)}`;
  const admin = new pg.Client({ connectionString: database.superuserUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE backstop`);
  const db = new pg.Pool({ connectionString: inDatabase(database.superuserUrl, name), max: 2 });
  const role = new pg.Pool({ connectionString: inDatabase(database.serviceUrl, name), max: 1 });
  for (const pool of [db, role]) pool.on('error', () => undefined);
  const restore = await mutate(bench, db, mutant);
  try {
    return await firstFinding(laboratory, bench, { name, db, role, fixture }, mutant);
  } finally {
    await restore();
    await Promise.all([db.end(), role.end()]);
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  }
}

async function mutate(bench, db, mutant) {
  if (!mutant) return async () => {};
  if (mutant.kind === 'function') {
    await db.query(mutant.text);
    return async () => {};
  }
  const target = join(bench, mutant.file.replace(/^src/, 'dist').replace(/\.ts$/, '.js'));
  const original = readFileSync(target);
  writeFileSync(target, transpiled(mutant.text, mutant.file));
  return async () => writeFileSync(target, original);
}

async function firstFinding(laboratory, bench, { name, db, role, fixture }, mutant) {
  const [
    { Wire },
    { Findings },
    { askKnown, askUnauthenticated },
    { askIds },
    { askLimits },
    { askChanges },
    { askUntouched },
    { askStatements },
  ] = await Promise.all(
    ['wire', 'findings', 'cells', 'ids', 'limits', 'changes', 'untouched', 'statements'].map(laboratory.matrix),
  );
  const ask = {
    known: askKnown,
    nobodies: askUnauthenticated,
    ids: askIds,
    changes: askChanges,
    untouched: askUntouched,
    limits: ({ wire }, findings) => askLimits(wire, findings),
    statements: (matrix, findings) => askStatements(matrix, role, findings),
  };
  const parts = partsFor(mutant);
  const withLimits = (limited) => parts.filter((part) => (part === 'limits') === limited);
  for (const limited of parts[0] === 'limits' ? [true, false] : [false, true]) {
    const some = withLimits(limited);
    const environment = { ...NEXT_ROOT_KEY, ...(limited && { RATE_LIMIT_MULTIPLIER: '1' }) };
    if (some.length === 0) continue;
    const url = inDatabase(laboratory.database.serviceUrl, name);
    const service = await startService(
      { DATABASE_URL: url, ...environment },
      { cwd: bench, entry: 'dist/unbundled.js' },
    ).catch((error) => error);
    if (service instanceof Error) return `it does not start: ${service.message.slice(0, 500)}`;
    const wire = new Wire(service.url);
    try {
      const run = some.map((part) => (findings) => ask[part]({ wire, db, fixture }, findings));
      const { mismatches } = await Findings.of(run, true).catch((error) => ({
        mismatches: [`it broke: ${error.message}`],
      }));
      if (mismatches.length > 0) return mismatches[0];
    } finally {
      wire.close();
      await service.stop();
    }
  }
  return null;
}
