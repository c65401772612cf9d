import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const TICKS_PER_SECOND = 100;

/** The name under which the support code of a suite finds the counters of its suite. */
const COUNTERS = 'suiteCounters';

/** Counts something that the running suite paid for: a started service, a made database. */
export function count(name) {
  const counters = globalThis[COUNTERS];
  if (counters) counters[name] = (counters[name] ?? 0) + 1;
}

/** Seconds of processor time of this process and of its ended child processes; the latter on Linux alone. */
function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: endedChildrenSeconds() };
}

function endedChildrenSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/**
 * What one suite costs, as a line of JSON in the file that `TEST_SUITE_COSTS` names (`npm test -- --timings`): seconds by the
 * clock, seconds of processor time of the worker and of the processes that the suite started and ended, and the counters.
 */
export class SuiteCosts {
  constructor(path, global) {
    this.suite = relative(process.cwd(), path);
    this.begun = performance.now();
    this.processor = processorSeconds();
    this.counters = {};
    global[COUNTERS] = this.counters;
  }

  write() {
    const file = process.env.TEST_SUITE_COSTS;
    if (!file) return;
    const { own, children } = processorSeconds();
    const costs = {
      suite: this.suite,
      wall: (performance.now() - this.begun) / 1_000,
      own: own - this.processor.own,
      children: children - this.processor.children,
      ...this.counters,
    };
    appendFileSync(file, `${JSON.stringify(costs)}\n`);
  }
}
