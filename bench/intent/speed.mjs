import { begin, conclude, observe } from '../../dist/intent/evaluator/evaluate.js';

const CALLS = 100;
const ROUNDS = 200;
/** Rounds until the engine has settled on how to run it: a service runs for days. */
const BEFORE = 800;

/**
 * Milliseconds of processor time to evaluate a session of a hundred calls from beginning to end, results included, and
 * how many times that of a fixed loop beside it, which a busy machine slows down as much.
 */
export function timeHundredCalls(sessions) {
  const calls = sessions.flatMap((session) => session.calls);
  const times = [];
  const ratios = [];
  const loops = [];
  for (let round = 0; round < BEFORE + ROUNDS; round++) {
    const from = (round * CALLS) % (calls.length - CALLS);
    const session = calls.slice(from, from + CALLS);
    const { intent } = sessions[(round * 7) % sessions.length];
    const loop = processorTime(countWords);
    const time = processorTime(() => {
      let progress = begin(intent);
      for (const call of session) progress = observe(progress, call).progress;
      conclude(progress);
    });
    if (round < BEFORE) continue;
    times.push(time);
    loops.push(loop);
    ratios.push(time / loop);
  }
  const ratio = quantile(ratios, 0.5);
  return {
    median: quantile(times, 0.5),
    longest: quantile(times, 0.95),
    ratio,
    undisturbed: ratio * quantile(loops, 0.05),
  };
}

const TEXT = Array.from({ length: 8_000 }, (_, at) => `word${(at * 7919) % 1013}`).join(' ');

function countWords() {
  const counts = new Map();
  for (const word of TEXT.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts.size;
}

function processorTime(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];
}
