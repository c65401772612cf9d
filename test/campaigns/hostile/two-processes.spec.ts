import { rows } from '../../support/ledger.js';
import { patience } from '../../support/patience.mjs';
import { attackTwoProcesses, INTERPRETER_MB, type Size } from './support/campaign.js';

/** Set by `node scripts/test-hostile.mjs`. */
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 0);
const RATE = Number(process.env.HOSTILE_RATE ?? 300);
const SEED = process.env.HOSTILE_SEED ?? 'backstop';
const ONLY = process.env.HOSTILE_ONLY?.split(',').map(Number) ?? null;
const isLong = REQUESTS > 0;
const OF_A_ROUND = 10_000;
/** The fewest rounds, each with a quiet phase: with fewer rounds, one late answer would decide the usual value. */
const LEAST_ROUNDS = 4;

const SHORT: Size = { requests: 1_500, rate: 1_000, rounds: 1, pauseMs: 0, waitsForMemory: false };
const LONG: Size = {
  requests: REQUESTS,
  rate: RATE,
  rounds: Math.max(LEAST_ROUNDS, Math.round(REQUESTS / OF_A_ROUND)),
  pauseMs: 12_000,
  waitsForMemory: true,
};
/** Twice as long as the rate asks for, and as a bystander's turns take. */
const TAKES_MS = patience(120_000) + (isLong ? (REQUESTS / RATE) * 4_000 + LONG.rounds * 60_000 : 0);

afterAll(() => rows.end());

it(
  `${isLong ? REQUESTS : 'A few thousand'} hostile requests to two processes hurt no other organization`,
  async () => {
    const found = await attackTwoProcesses(SEED, ONLY, isLong ? LONG : SHORT);
    if (isLong) process.stderr.write(`${JSON.stringify({ ...found, breaches: found.breaches.length }, null, 2)}\n`);
    expect(found.breaches.join('\n')).toBe('');
    expect(found.changed).toEqual([]);
    // Processor time. The short form shares the machine with three other suites.
    expect(found.loop.ownMs).toBeLessThan(isLong ? 250 : patience(150));
    if (ONLY) return;
    expect(Object.keys(found.kinds).sort()).toEqual(['body', 'bytes', 'ledger', 'poison', 'policies', 'route']);
    expect(found.sent).toBeGreaterThanOrEqual(isLong ? REQUESTS : SHORT.requests);
    // Most are refused, and many are not.
    expect(found.statuses[400]).toBeGreaterThan(found.sent / 20);
    expect((found.statuses[200] ?? 0) + (found.statuses[201] ?? 0)).toBeGreaterThan(found.sent / 10);
    if (!isLong) return;
    expect(found.unanswered).toBeLessThan(found.asked.attacked / 100);
    expect(found.memory.after).toBeLessThan(found.memory.before * 1.5);
    expect(found.memory.children).toBeLessThan(2 * INTERPRETER_MB);
    // The generator works on the same cores, so that its harmless work counts as quiet.
    expect(found.p99.attacked).toBeLessThan(1.5 * Math.max(found.p99.quiet, found.p99.control));
  },
  TAKES_MS,
);
