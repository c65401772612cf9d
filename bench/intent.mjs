import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { begin, conclude, observe } from '../dist/intent/evaluator/evaluate.js';
import { DRIFTED_FROM } from '../dist/intent/evaluator/weights.js';
import { lengthDrift, lexicalDrift, nameDrift } from './intent/baselines.mjs';
import { loadSessions } from './intent/data.mjs';
import { isReexported } from './intent/families.mjs';
import { fitWeights, judge, looks, weightsFile } from './intent/fit.mjs';
import { intervals, measure } from './intent/measure.mjs';
import { picture } from './intent/picture.mjs';
import { OF_A_FAMILY, table } from './intent/report.mjs';
import { timeHundredCalls, timeNormal } from './intent/speed.mjs';
import { asTenants, BUDGETS, HISTORIES } from './intent/tenants.mjs';
import { chooseThresholds } from './intent/thresholds.mjs';
import {
  hundredCalls,
  loggedAs,
  namedByNouns,
  severalTasks,
  withoutPayloads,
  withoutResults,
} from './intent/variants.mjs';

const WEIGHTS = fileURLToPath(new URL('../src/intent/evaluator/weights.ts', import.meta.url));
const ORDINARY = fileURLToPath(new URL('./intent/ordinary.jsonl', import.meta.url));
const PICTURE = fileURLToPath(new URL('../docs/intent.svg', import.meta.url));

const options = process.argv.slice(2);
const sessions = read(options.filter((option) => !option.startsWith('--')));
const families = [...new Set(sessions.map(({ family }) => family))].sort();
const seen = looks(sessions);

if (options.includes('--fit')) {
  const model = fitWeights(seen);
  writeFileSync(WEIGHTS, weightsFile(model, chooseThresholds(judgeAll(seen, model))));
  console.log(`wrote ${WEIGHTS}: build and run again to measure what ships`);
  process.exit(0);
}

const models = modelsWithout(seen);
if (options.includes('--tenants')) {
  console.log(`${ordinary()}\n\n${tenants()}\n\n${normal()}`);
  process.exit(0);
}
const unseen = judgeUnseen(seen, models);
report('each family judged by weights and a threshold found without it', unseen, true);
report('… at the threshold for REVIEW', judgeUnseen(seen, models, 'review'));

const withoutReexported = (all) => all.filter((one) => !isReexported(one));
const fewerModels = modelsWithout(withoutReexported(seen));
const HARDER = [
  ['as they are', (all) => all],
  ['without results', (all) => all.map(withoutResults)],
  ['without payloads', (all) => all.map(withoutPayloads)],
  ['without both', (all) => all.map(withoutResults).map(withoutPayloads)],
  ['every call logged as EXECUTE', (all) => all.map(loggedAs('EXECUTE'))],
  ['every call logged as CREATE', (all) => all.map(loggedAs('CREATE'))],
  ['tools named by nouns, logged as EXECUTE', (all) => all.map(namedByNouns)],
  ['two tasks in one session', (all) => severalTasks(all, 2)],
  ['three tasks in one session', (all) => severalTasks(all, 3)],
  ['a hundred calls', hundredCalls],
];
console.log(
  `\n${table(
    'sessions as other agents log them',
    HARDER.map(([name, change]) => [name, measure(judgeUnseen(looks(change(sessions)), models))]),
  )}`,
);

console.log(
  `\n${table('the re-exported recordings adojo-run-*', [
    ['left out of fitting and judging', measure(judgeUnseen(withoutReexported(seen), fewerModels))],
    ['left out of fitting, judged', measure(judgeUnseen(seen.filter(isReexported), fewerModels))],
    ['fitted to, judged', measure(judgeUnseen(seen.filter(isReexported), models))],
  ])}`,
);

console.log(`\n${ordinary()}`);
console.log(`\n${tenants()}`);

const LENGTHS = [1, 2, 4, 7, 13];
console.log(
  `\n${table(
    'by number of calls',
    LENGTHS.map((from, at) => {
      const below = LENGTHS[at + 1] ?? Number.POSITIVE_INFINITY;
      const name =
        below === Number.POSITIVE_INFINITY
          ? `${from} and more`
          : below === from + 1
            ? `${from}`
            : `${from}–${below - 1}`;
      return [name, measure(unseen.filter(({ calls }) => calls.length >= from && calls.length < below))];
    }),
    OF_A_FAMILY,
  )}`,
);

console.log(
  `\n${table('baselines, at 10 % false alarms, and what ships', [
    ['words of calls that the intent lacks', measure(atTenth(lexicalDrift))],
    ['words of tool names that the intent lacks', measure(atTenth(nameDrift))],
    ['number of calls', measure(atTenth(lengthDrift))],
    ['the shipped weights, on what they were fitted to', measure(sessions.map(judgeAsShipped))],
  ])}`,
);

const { median, longest, ratio, undisturbed } = timeHundredCalls(sessions);
console.log(
  `\n100 calls, processor time: ${median.toFixed(2)} ms (median), ${longest.toFixed(2)} ms (95th percentile); ` +
    `${ratio.toFixed(1)} times a fixed loop beside it, which makes ${undisturbed.toFixed(2)} ms undisturbed`,
);
console.log(`\n${normal()}`);
writeFileSync(PICTURE, picture([...byFamily(unseen), ['all', measure(unseen)]]));
console.log(`drew ${PICTURE}`);

function modelsWithout(all) {
  return new Map(
    families.map((family) => {
      const others = all.filter((one) => one.family !== family);
      const model = fitWeights(others);
      return [family, { model, ...chooseThresholds(judgeAll(others, model)) }];
    }),
  );
}

function normal() {
  const { calls, learning, level, bytes } = timeNormal();
  return (
    `what is normal for an agent, processor time (median) with a full profile of ${(bytes / 1024).toFixed(0)} KB: ` +
    `${calls.toFixed(2)} ms for 100 calls, ${learning.toFixed(2)} ms to learn from them, ` +
    `${level.toFixed(2)} ms for the level of 500 sessions`
  );
}

/** Each family as a tenant with a history of its own: means over families, and the family with most false alarms. */
function tenants() {
  const percent = (value) => `${(100 * value).toFixed(1)} %`;
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const lines = HISTORIES.flatMap(([name, history]) => {
    const each = asTenants(seen, (family) => models.get(family), history);
    const macro = mean(each.map(({ auc }) => auc)).toFixed(3);
    return BUDGETS.map((budget, at) => {
      const now = each.map(({ family, budgets }) => ({ family, ...budgets[at] }));
      const worst = now.toSorted((one, other) => other.alarms - one.alarms)[0];
      const within = (alarmsOf) => now.filter((one) => alarmsOf(one) <= (1.3 * budget) / 100).length;
      return `| ${name} | ${macro} | ${budget} % | ${percent(mean(now.map(({ alarms }) => alarms)))} | ${percent(worst.alarms)} (${worst.family}) | ${within(({ alarms }) => alarms)} of ${now.length} | ${within(({ firstAlarms }) => firstAlarms)} | ${percent(mean(now.map(({ found }) => found)))} |`;
    });
  });
  const head =
    '| each family a tenant | macro AUC | budget | false alarms | most in a family | families within 1.3 budgets | in one half alone | found |';
  return [head, '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |', ...lines].join('\n');
}

/** Sessions of our own, which no weight and no threshold has seen, by the weights that ship. */
function ordinary() {
  const judged = loadSessions([ORDINARY]).map(judgeAsShipped);
  const scores = judged.filter(({ misaligned }) => !misaligned).map(({ drift }) => drift + DRIFTED_FROM);
  const share = scores.filter((score) => score >= 0.7).length;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const { auc } = measure(judged);
  return [
    '| ordinary work | sessions | mean `driftScore` | 0.7 and more | AUC against 25 foreign ones |',
    '| --- | ---: | ---: | ---: | ---: |',
    `| no history, no responses logged | ${scores.length} | ${mean.toFixed(2)} | ${share} | ${auc.toFixed(3)} |`,
  ].join('\n');
}

function judgeAll(part, model) {
  return part.map((one) => ({ ...one, ...judge(one, model) }));
}

function judgeUnseen(part, by, level = 'drifted') {
  return part.map((one) => {
    const { model, [level]: threshold } = by.get(one.family);
    const { logit, own, onset } = judge(one, model);
    const from = Math.log(threshold / (1 - threshold));
    const stays = level === 'drifted' && own < from;
    return { ...one, onset, drift: stays ? Math.min(logit - from, -1e-4) : logit - from };
  });
}

function byFamily(judged) {
  return families.map((family) => [family, measure(judged.filter((one) => one.family === family))]);
}

function report(title, judged, drawn = false) {
  console.log(`\n${table(title, byFamily(judged), OF_A_FAMILY)}`);
  const parts = [
    ['all', measure(judged)],
    ...(drawn ? [['… 95 % interval', intervals(judged)]] : []),
    ['recorded runs', measure(judged.filter(({ recorded }) => recorded))],
  ];
  console.log(`\n${table(title, parts)}`);
}

function atTenth(drift) {
  const judged = sessions.map((one) => ({ ...one, drift: drift(one), onset: -1 }));
  const good = judged.filter(({ misaligned }) => !misaligned).map((one) => one.drift);
  const tenth = good.sort((a, b) => b - a)[Math.floor(good.length / 10)] + 1e-9;
  return judged.map((one) => ({ ...one, drift: one.drift - tenth }));
}

function judgeAsShipped(session) {
  let progress = begin(session.intent);
  for (const call of session.calls) progress = observe(progress, call).progress;
  return {
    ...session,
    drift: conclude(progress).driftScore - DRIFTED_FROM,
    onset: Number(progress.tally.onset),
  };
}

function read(files) {
  try {
    return loadSessions(files);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
