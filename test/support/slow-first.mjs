import { readFileSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

/** Matches the calls that make a suite slow: those that start processes. */
const STARTS_PROCESSES = /\b(start[A-Z]\w*|newOwnDatabase|spawn|execFile|execFileSync|spawnSync)\(/g;

/** Suites that take long without processes of their own: rollbacks are jobs, which wait for their turn. */
const IS_LONG =
  /\/test\/(campaigns|e2e\/rollback|e2e\/calls|connectors\/(evidence|scenarios))\/|\/(principals|deletion|agent-rollback|mysql-scenarios|redis-scenarios)\./;

/** Weighs a suite: of two suites with as many processes the longer text comes first. */
function weight(path) {
  const text = readFileSync(path, 'utf8');
  return (IS_LONG.test(path) ? 1_000 : 0) + (text.match(STARTS_PROCESSES)?.length ?? 0) + text.length / 100_000;
}

/** The longest suites first, so that no worker is left with one at the end; the suites of each run begin in the same order. */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    const weights = new Map(tests.map(({ path }) => [path, weight(path)]));
    return [...tests].sort((a, b) => weights.get(b.path) - weights.get(a.path) || a.path.localeCompare(b.path));
  }
}
