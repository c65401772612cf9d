import { createHash } from 'node:crypto';
import { begin, conclude, observe } from '../../dist/intent/evaluator/evaluate.js';
import { noveltyGrounds } from '../../dist/intent/evaluator/habits/novelty-reasons.js';
import { NO_PROFILE, noveltyIn, taughtBy } from '../../dist/intent/evaluator/habits/profile.js';
import { levelWithout, nothingLearned, percentileOf, withScore } from '../../dist/intent/level/level.js';

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

const HISTORY = 500;
const OPERATIONS = 60;

/**
 * Milliseconds of processor time (medians) that what is normal for an agent adds, once its profile and its history are as
 * large as they get: for the hundred calls of a session, for learning from it, and for its level and rank.
 */
export function timeNormal() {
  const usage = (at, salt) => ({
    operation: `crm.things.operation_${at % OPERATIONS}`,
    target: { field: 'table', name: `table_${salt}_${at % 9}` },
    size: { field: 'amount', text: String(10 ** (at % 6)), magnitude: at % 6 },
  });
  const occasion = (session) => ({
    day: 20_000 + Math.floor(session / 25),
    session: `s${session}`,
    keyOf,
    isForgotten,
    isVouched: isForgotten,
  });
  const now = { marks: new Map(), budget: 3, floor: 0.411, today: '2026-01-01' };
  let profile = NO_PROFILE;
  let learned = nothingLearned(now.today);
  for (let session = 0; session < HISTORY; session++) {
    const usages = Array.from({ length: 20 }, (_, at) => usage(session * 7 + at, session % 5));
    ({ profile } = taughtBy(profile, [], usages, occasion(session)));
    learned = withScore(learned, `s${session}`, ((session * 37) % 100) / 100, now);
  }
  const calls = Array.from({ length: CALLS }, (_, at) => usage(at, at % 7));
  const of = (work) => quantile(Array.from({ length: ROUNDS }, () => processorTime(work)).slice(ROUNDS / 2), 0.5);
  return {
    calls: of(() => {
      for (const one of calls) noveltyGrounds(one, noveltyIn(profile, one, occasion(HISTORY)));
    }),
    learning: of(() => taughtBy(profile, [], calls, occasion(HISTORY))),
    level: of(() => {
      const next = withScore(learned, 'another', 0.5, now);
      levelWithout(next, 'another', now);
      percentileOf(next, 'another', 0.5, now);
    }),
    bytes: JSON.stringify(profile).length,
  };
}

const keyOf = (name) => createHash('sha256').update(name).digest('base64').slice(0, 8);
const isForgotten = () => false;

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
