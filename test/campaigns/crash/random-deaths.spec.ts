import { appendFileSync } from 'node:fs';
import { rows } from '../../support/ledger.js';
import { patience } from '../../support/patience.mjs';
import { CrashLane } from './support/lane.js';
import { closeSubjects } from './support/performed.js';

/** Set by `node scripts/test-crash.mjs`; a handful in `npm test`. */
const SEEDS = Number(process.env.CRASH_SEEDS ?? 2);
const FROM = Number(process.env.CRASH_FROM ?? 1);
const LANES = Number(process.env.CRASH_LANES ?? 1);
/** `backstop 17` is played alone; `backstop` is followed by numbers. */
const SEED = process.env.CRASH_SEED ?? 'backstop';
const PLAYED = /\d$/.test(SEED) ? [SEED] : Array.from({ length: SEEDS }, (_, index) => `${SEED} ${FROM + index}`);
const LOG = process.env.CRASH_LOG ?? null;
/** The minutes after which no further seed begins. */
const MINUTES = Number(process.env.CRASH_MINUTES ?? Number.POSITIVE_INFINITY);
const EACH_MS = patience(24_000);

/** A line for each seed: a run that is interrupted tells which ones it played. */
function tell(line: string): void {
  if (SEEDS > 2) process.stderr.write(`${line}\n`);
  if (LOG) appendFileSync(LOG, `${new Date().toISOString()} ${line}\n`);
}

afterAll(() => Promise.all([rows.end(), closeSubjects()]));

it(
  `${PLAYED.length} seeds of SIGKILL and SIGSTOP of the service and of PostgreSQL breach no invariant`,
  async () => {
    const until = performance.now() + MINUTES * 60_000;
    const left = [...PLAYED];
    const next = () => (performance.now() < until ? left.shift() : undefined);
    const breaches: string[] = [];
    let held = 0;
    const play = async () => {
      const lane = new CrashLane();
      for (let seed = next(); seed; seed = next()) {
        try {
          const { faults, outcomes, ms } = await lane.play(seed);
          held++;
          const performed = outcomes.filter((outcome) => outcome.includes(' '));
          tell(`held: ${seed}, ${(ms / 1_000).toFixed(1)} s, ${faults}; ${performed.join(', ')}`);
        } catch (error) {
          breaches.push((error as Error).message);
          tell(`BREACH: ${(error as Error).message}`);
        }
      }
      await lane.close();
    };
    await Promise.all(Array.from({ length: Math.min(LANES, PLAYED.length) }, play));
    tell(`all: ${held} of ${PLAYED.length} held, ${breaches.length} breaches`);
    expect(breaches.join('\n\n')).toBe('');
    expect(held).toBe(PLAYED.length - left.length);
    if (MINUTES === Number.POSITIVE_INFINITY) expect(left).toEqual([]);
  },
  120_000 + PLAYED.length * EACH_MS,
);
