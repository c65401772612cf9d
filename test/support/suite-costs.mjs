import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
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
    return processorTimes('self').children;
  } catch {
    return 0;
  }
}

/** Linux alone. */
function processorTimes(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (at) => (Number(fields[at]) + Number(fields[at + 1])) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), own: seconds(11), children: seconds(13) };
}

/** Seconds of processor time of a process, its ended child processes and those that run; on Linux alone. */
function treeSeconds(pid) {
  const times = new Map();
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      times.set(Number(name), processorTimes(name));
    } catch {
      // It has ended.
    }
  }
  const of = (id) =>
    [...times].reduce((sum, [child, { parent }]) => (parent === id ? sum + of(child) : sum), own(times.get(id)));
  return of(pid);
}

const own = (times) => (times ? times.own + times.children : 0);

/** Notes the costs so far of a process that the whole run shares, as a line beside those of the suites. */
export function noteSharedProcess(name, pid) {
  const file = process.env.TEST_SUITE_COSTS;
  if (!file || !existsSync('/proc/self/stat')) return;
  appendFileSync(file, `${JSON.stringify({ suite: name, wall: 0, own: 0, children: treeSeconds(pid) })}\n`);
}

/**
 * The costs of one suite, written as a line of JSON into the file that `TEST_SUITE_COSTS` names (`npm test --
 * --timings`): seconds by the clock, seconds of processor time of the worker and of the processes that the suite
 * started and ended, and the counters.
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
