import { createHash } from 'node:crypto';
import { REVIEW_FROM } from '../../dist/intent/evaluator/weights.js';
import { learnedAnew, levelWithout, nothingLearned, withScore } from '../../dist/intent/level/level.js';
import { sigmoid } from './model.mjs';

export const BUDGETS = [1, 3, 5, 10];
const SESSIONS_A_DAY = 25;
const MARKED = 20;

/** What the history of a tenant is like; the goal is 1.3 times the budget in false alarms, in every family. */
export const HISTORIES = [
  ['no bad session in the history', { bad: 0 }],
  ['5 % of the history bad', { bad: 0.05 }],
  ['… and 20 sessions marked', { bad: 0.05, marked: true }],
  ['30 % bad on the last day', { bad: 0, burst: 0.3 }],
  ['30 % of the history bad', { bad: 0.3 }],
  ['… and 20 sessions marked', { bad: 0.3, marked: true }],
];

/**
 * Each family as a tenant with one agent: one half of its sessions is the history, the other is judged. The data knows no
 * times, so every other session, by the hash of its id, is history, and a day has 25 of them.
 */
export function asTenants(judged, { bad, burst = 0, marked = false }, budget) {
  const families = [...new Set(judged.map(({ family }) => family))].sort();
  return families.map((family) => {
    const own = judged.filter((one) => one.family === family);
    const half = (misaligned, rest) =>
      inNoOrder(own.filter((one) => one.misaligned === misaligned)).filter((_, at) => at % 2 === rest);
    const [good, wrong] = [half(false, 0), half(true, 0)];
    const history = mixed(good, wrong, bad);
    let learned = nothingLearned(dayOf(0));
    let now = { marks: new Map(), budget, floor: REVIEW_FROM, today: dayOf(0) };
    const work = (sessions, from, eachDay) => {
      for (const [at, { key, score }] of sessions.entries()) {
        now = { ...now, today: dayOf(from + Math.floor(at / eachDay)) };
        learned = withScore(learned, key, score, now);
      }
    };
    work(history, 0, SESSIONS_A_DAY);
    const last = Math.ceil(history.length / SESSIONS_A_DAY);
    if (burst > 0) work(mixed(good, wrong, burst, 'again '), last, Number.POSITIVE_INFINITY);
    if (marked) {
      now = { ...now, marks: marksOf(history) };
      learned = learnedAnew(learned, now);
    }
    const { driftedFrom } = levelWithout(learned, '', now);
    const isAlarm = ({ score, own: without }) => Math.min(score, without) >= (driftedFrom ?? 2);
    return { family, alarms: share(half(false, 1), isAlarm), found: share(half(true, 1), isAlarm) };
  });
}

/** The file is sorted by source, and an agent does all its kinds of work on each day. The same order each time. */
const inNoOrder = (sessions) => {
  const hash = ({ id }) => createHash('sha256').update(id).digest('hex');
  return sessions
    .map((one) => [hash(one), one])
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, one]) => one);
};

/** An operator looks at the sessions with the highest scores and says what they are. */
function marksOf(history) {
  const worst = history.toSorted((one, other) => other.score - one.score).slice(0, MARKED);
  return new Map(worst.map(({ key, misaligned }) => [key, misaligned ? 'drift' : 'fine']));
}

/** Bad ones spread evenly among the good ones. */
function mixed(good, wrong, share, prefix = '') {
  const most = Math.round((good.length * share) / (1 - share));
  const bad = Array.from({ length: wrong.length === 0 ? 0 : most }, (_, at) => wrong[(at * 7919) % wrong.length]);
  const all = [...good.map((one, at) => [one, at / good.length]), ...bad.map((one, at) => [one, at / bad.length])];
  return all.sort(([, one], [, other]) => one - other).map(([one], at) => ({ ...one, key: `${prefix}${at}` }));
}

/** Scores as the evaluator gives them, from judged sessions whose `logit` and `own` are log odds. */
export const scored = (judged, driftedFrom) =>
  judged.map((one) => {
    const [score, own] = [sigmoid(one.logit), sigmoid(one.own)].map((value) => Math.round(value * 1e4) / 1e4);
    const from = driftedFrom(one);
    return { ...one, own, score: own >= from ? score : Math.min(score, from - 1e-4) };
  });

const dayOf = (number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);

const share = (part, holds) => part.filter(holds).length / Math.max(1, part.length);
