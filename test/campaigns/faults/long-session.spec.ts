import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFull, sized } from '../../support/campaign-size.js';
import { newOrganization, type Organization } from '../../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { patience } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { newLongSession, startThings } from './support/long-session.js';

const ACTIONS = sized({ short: 200, full: 1_000 });
const FEW = ACTIONS / 5;
/** All that was captured is larger than the heap. */
const HEAP_MB = isFull ? 160 : 110;
const CAPTURED_BYTES = isFull ? 200_000_000 : 120_000_000;
const GROWS_BY_MB = isFull ? 200 : 120;
/** Five times as many take five times as long; a busy machine is given twice that. */
const TAKES_TIMES = 10;
const LOOKS = 20;

let database: OwnDatabase;
let service: ServiceProcess;
let organization: Organization;
let things: Awaited<ReturnType<typeof startThings>>;

beforeAll(async () => {
  [database, things] = await Promise.all([newOwnDatabase(), startThings(CAPTURED_BYTES / ACTIONS)]);
  const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB}`;
  service = await startService({ DATABASE_URL: database.serviceUrl, NODE_OPTIONS });
  organization = await newOrganization(service);
});
afterAll(async () => {
  await service?.stop();
  things?.stop();
  await database?.drop();
});

/** Returns the peak memory of the process in MB. */
function peakMemory(): number {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_000;
}

/** Rolls so many back; answers how long it took, and how far it was at each look. */
async function rollBack(prefix: string, actions: number) {
  const { operator } = organization;
  const session = await newLongSession(organization, database.superuser, things, prefix, actions);
  things.restored.length = 0;
  const planned = (await operator.get(`/sessions/${session}/rollback`)).body.data;
  expect([planned.plan.length, planned.plan[0].calls]).toEqual([
    actions,
    [expect.stringContaining(`${prefix}-${actions} `)],
  ]);
  const begun = performance.now();
  const answer = operator.post(`/sessions/${session}/rollback`);
  const seen: number[] = [];
  for (let state = 'running'; state === 'running'; ) {
    await sleep(ACTIONS / LOOKS);
    const { data } = (await operator.get(`/sessions/${session}/rollback?limit=1`)).body;
    if (data.state === 'planned') continue;
    expect(data.progress.total).toBe(actions);
    seen.push(data.progress.finished);
    state = data.state;
    if (seen.length % 60 === 0) process.stderr.write(`${data.progress.finished} of ${actions} actions rolled back\n`);
  }
  const tookMs = performance.now() - begun;
  await answer;
  return { session, tookMs, seen };
}

it(
  `a session of ${ACTIONS} actions rolls back in bounded memory, with progress to be seen, in time proportional to them`,
  async () => {
    const few = await rollBack('few', FEW);
    const before = peakMemory();
    const many = await rollBack('many', ACTIONS);
    expect(peakMemory() - before).toBeLessThan(GROWS_BY_MB);
    const restored = [...things.restored];
    const again = await rollBack('again', FEW);
    // The short form runs beside other suites.
    if (isFull) expect(many.tookMs / Math.max(few.tookMs, again.tookMs)).toBeLessThan(TAKES_TIMES);
    // It was on its way at each look, and never went back.
    expect(new Set(many.seen).size).toBeGreaterThan(5);
    expect(many.seen).toEqual([...many.seen].sort((a, b) => a - b));
    expect(many.seen.at(-1)).toBe(ACTIONS);

    const lastFirst = Array.from({ length: ACTIONS }, (_, index) => `many-${ACTIONS - index}`);
    expect(restored).toEqual(lastFirst);
    expect(lastFirst.every((name) => things.titles.get(name) === 'Before')).toBe(true);
    const { data } = (await organization.operator.get(`/sessions/${many.session}/rollback`)).body;
    expect([data.displayStatus, data.results.length]).toEqual(['REVERTED', ACTIONS]);
    expect(new Set(data.results.map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(['ROLLED_BACK']));
    const last = await organization.operator.get(`/sessions/${many.session}/rollback?after=${ACTIONS - 3}&limit=2`);
    expect(last.body.data.results).toEqual(data.results.slice(-3, -1));
  },
  patience(120_000 + ACTIONS * 40),
);
