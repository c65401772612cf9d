import { begin, conclude, observe } from '../../dist/intent/evaluate.js';

const CALLS = 100;
const ROUNDS = 60;

/** Milliseconds of processor time to evaluate a session of a hundred calls from beginning to end, results included. */
export function timeHundredCalls(sessions) {
  const calls = sessions.flatMap((session) => session.calls);
  const times = [];
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const from = (round * CALLS) % (calls.length - CALLS);
    const session = calls.slice(from, from + CALLS);
    const intent = sessions[(round * 7) % sessions.length].intent;
    const start = process.cpuUsage();
    let progress = begin(intent);
    for (const call of session) progress = observe(progress, call).progress;
    conclude(progress);
    if (round >= ROUNDS) {
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
    }
  }
  times.sort((a, b) => a - b);
  return { median: times[ROUNDS >> 1], longest: times[Math.floor(ROUNDS * 0.95)] };
}
