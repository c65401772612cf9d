/**
 * Removes guards and organization filters, one at a time, and shows that the matrix notices each. The rows of all
 * organizations lie open: row-level security, the second wall, would hide that the first is gone.
 *
 *   node scripts/test-guards.mjs [--sample 10] [--only <text of a file, kind or change> …] [--list] [--verbose]
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { functionMutants, sourceMutants } from '../test/campaigns/guards/discover.mjs';
import { idleExceptions, reasonFor } from '../test/campaigns/guards/exceptions.mjs';
import { openLaboratory } from '../test/campaigns/guards/laboratory.mjs';
import { namedMutants } from '../test/campaigns/guards/named.mjs';
import { tryOut } from '../test/campaigns/guards/trial.mjs';
import { startService, testEnvironment } from '../test/support/service.mjs';

const BENCHES = 2;
const PROGRESS_EVERY = 20;

const { values: wanted } = parseArgs({
  options: {
    sample: { type: 'string' },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    verbose: { type: 'boolean' },
  },
});

const nameOf = ({ file, line, what }) => `${file}:${line}  ${what}`;

/** A few of every kind, from all over. */
function sampleOf(mutants, count) {
  const kinds = [...new Set(mutants.map(({ kind }) => kind))];
  const each = Math.ceil(count / kinds.length);
  const some = kinds.flatMap((kind) => {
    const those = mutants.filter((mutant) => mutant.kind === kind);
    return Array.from({ length: Math.min(each, those.length) }, (_, n) => those[Math.floor((n * those.length) / each)]);
  });
  return some.slice(0, count);
}

async function openTheSecondWall(db) {
  const { rows } = await db.query(
    `SELECT polrelid::regclass::text AS name FROM pg_policy WHERE polname = 'own_organization'`,
  );
  for (const { name } of rows) await db.query(`ALTER POLICY own_organization ON ${name} USING (true)`);
  return rows.length;
}

/** Made by the service as it is, while both walls stand. */
async function prepare({ database, matrix }, db) {
  const [{ Wire }, { makeFixture }, { GUARDED }, { claimsOf, signed }] = await Promise.all(
    ['wire', 'fixture', 'routes', 'tokens'].map(matrix),
  );
  const service = await startService({ DATABASE_URL: database.serviceUrl });
  const wire = new Wire(service.url);
  const secret = testEnvironment().JWT_SECRET;
  const fixture = await makeFixture(wire, db, secret, GUARDED);
  wire.close();
  await service.stop();
  const later = Math.floor(Date.now() / 1000) + 6 * 3600;
  const operators = new Map(Object.values(fixture.homes).map(({ operator }) => [operator, justSignedIn(operator)]));
  const lasting = ([name, header]) => {
    const operator = operators.get(header?.replace('Bearer ', ''));
    if (operator) return [name, `Bearer ${operator}`];
    return [name, isBrief(header) ? `Bearer ${signed({ ...claimsOf(header), exp: later }, secret)}` : header];
  };
  const home = ([name, one]) => [name, { ...one, operator: operators.get(one.operator) }];
  return {
    ...fixture,
    homes: Object.fromEntries(Object.entries(fixture.homes).map(home)),
    own: new Map([...fixture.own].map(([cell, made]) => [cell, made.as ? { ...made, as: ofAccount(made.as) } : made])),
    credentials: Object.fromEntries(Object.entries(fixture.credentials).map(lasting)),
  };

  /** An account that a cell deletes. */
  function ofAccount(header) {
    return `Bearer ${justSignedIn(header.replace('Bearer ', ''))}`;
  }

  /** A sign-in proves who it is for ten minutes, which is less than all of this takes. */
  function justSignedIn(token) {
    return signed({ ...claimsOf(token), auth_time: later }, secret);
  }

  /** An agent's token lives for a quarter of an hour, which may be less than all of this takes. */
  function isBrief(header) {
    if (header?.split('.').length !== 3) return false;
    const left = Number(claimsOf(header).exp) - Date.now() / 1000;
    return left > 0 && left < 3600;
  }
}

const laboratory = await openLaboratory();
let failed = false;
try {
  const db = new pg.Pool({
    connectionString: laboratory.database.superuserUrl.replace(/\/[^/]*$/, '/backstop'),
    max: 4,
  });
  db.on('error', () => undefined);
  const found = [...namedMutants(), ...sourceMutants(), ...(await functionMutants(db))];
  const idle = idleExceptions(found);
  if (idle.length > 0) throw new Error(`nothing is found that these exceptions excuse:\n${idle.join('\n')}`);
  const excused = found.filter(reasonFor);
  const chosen = found.filter(
    (mutant) =>
      !reasonFor(mutant) && (wanted.only?.some((text) => `${mutant.kind} ${nameOf(mutant)}`.includes(text)) ?? true),
  );
  const mutants = wanted.sample ? sampleOf(chosen, Number(wanted.sample)) : chosen;
  if (wanted.list) {
    for (const mutant of mutants) console.log(mutant.kind, nameOf(mutant));
    await db.end();
  } else {
    const fixture = await prepare(laboratory, db);
    const opened = await openTheSecondWall(db);
    await db.end();
    console.log(
      `${opened} tables lie open; ${mutants.length} of ${found.length} guards are tried, ${excused.length} are excused`,
    );
    const first = await tryOut(laboratory, laboratory.newBench('bench-0'), fixture, null);
    if (first) throw new Error(`nothing was removed, and yet: ${first}`);
    console.log('the first wall alone holds: the whole matrix finds nothing');

    const survivors = [];
    const left = mutants.values();
    let tried = 0;
    const work = async (bench) => {
      for (const mutant of left) {
        const finding = await tryOut(laboratory, bench, fixture, mutant);
        tried += 1;
        if (tried % PROGRESS_EVERY === 0) console.error(`${tried} of ${mutants.length} guards tried`);
        if (!finding) survivors.push(mutant);
        if (!finding || wanted.verbose)
          console.log(
            `${finding ? 'killed  ' : 'SURVIVED'} ${nameOf(mutant)}${finding ? `\n           ${finding}` : ''}`,
          );
      }
    };
    await Promise.all(Array.from({ length: BENCHES }, (_, n) => work(laboratory.newBench(`bench-${n + 1}`))));
    // Rows that have grown old must not be what noticed the last ones.
    const last = await tryOut(laboratory, laboratory.newBench('bench-last'), fixture, null);
    if (last) throw new Error(`nothing was removed, and yet, in the end: ${last}`);
    console.log(`killed ${mutants.length - survivors.length} / ${mutants.length}`);
    failed = survivors.length > 0;
  }
} finally {
  await laboratory.close();
}
process.exit(failed ? 1 : 0);
