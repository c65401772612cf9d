import { isDeepStrictEqual } from 'node:util';
import { meaningOf } from './policies-file.mjs';

const DAYS = 30;

/**
 * Lists the changes after which the service has what the file says: `{ kind: 'create' | 'change' | 'delete', id, before, after }`
 * for a policy, and `{ kind: 'unmatched', before, after }`.
 */
export function changesOf(set, wanted) {
  const left = new Map(set.policies.map((policy) => [policy.id, policy]));
  const byName = new Map(set.policies.flatMap((policy) => (policy.name === null ? [] : [[policy.name, policy.id]])));
  const changes = wanted.policies.flatMap(({ id: given, ...after }) => {
    const id = given ?? byName.get(after.name);
    const found = id === undefined ? undefined : left.get(id);
    if (given && !found) throw new Error(`The service has no policy with the id ${given}.`);
    if (!found) return [{ kind: 'create', id: null, before: null, after }];
    left.delete(id);
    const before = meaningOf(found);
    return isDeepStrictEqual(before, after) ? [] : [{ kind: 'change', id, before, after }];
  });
  const deleted = [...left.values()].map((policy) => ({
    kind: 'delete',
    id: policy.id,
    before: meaningOf(policy),
    after: null,
  }));
  const { unmatched } = wanted;
  const verdict = unmatched === set.unmatched ? [] : [{ kind: 'unmatched', before: set.unmatched, after: unmatched }];
  return [...verdict, ...changes, ...deleted];
}

/** The body of `POST /policies/changes`. */
export const requestOf = (state, changes) => ({
  state,
  create: changes.filter(({ kind }) => kind === 'create').map(({ after }) => after),
  change: changes.filter(({ kind }) => kind === 'change').map(({ id, after }) => ({ id, ...after })),
  delete: changes.filter(({ kind }) => kind === 'delete').map(({ id }) => id),
  ...Object.fromEntries(changes.filter(({ kind }) => kind === 'unmatched').map(({ after }) => ['unmatched', after])),
});

/** Adds to each change of a policy what the policy did before and after it to the calls of the last 30 days. */
export async function withEffects(api, changes) {
  const looked = [];
  for (const change of changes) {
    if (change.kind === 'unmatched') looked.push({ ...change, unnamed: await unnamedOf(api) });
    else looked.push({ ...change, effects: [await effectOf(api, change.before), await effectOf(api, change.after)] });
  }
  return looked;
}

/** The calls of the last 30 days on which the default decides, because no policy names their operation. */
async function unnamedOf(api) {
  const suggestions = (await api.advice()).filter(({ kind }) => kind === 'unnamed-operation');
  const sum = (figure) => suggestions.reduce((sofar, { figures }) => sofar + figures[figure], 0);
  return { operations: suggestions.length, calls: sum('calls'), undone: sum('undone') };
}

async function effectOf(api, policy) {
  if (policy === null) return null;
  const { enabled, ...draft } = policy;
  return { policy, ...(await api.simulate({ ...draft, days: DAYS })) };
}

const SIGNS = { create: '+', change: '~', delete: '-' };

/** The plan as text, for a terminal and for the summary of a pull request. */
export function describePlan(changes) {
  if (changes.length === 0) return 'Nothing to change.';
  const head = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}:`;
  return [head, ...changes.map(describeChange)].join('\n\n');
}

function describeChange({ kind, before, after, effects, unnamed }) {
  if (kind === 'unmatched') return [`~ unmatched: ${before} → ${after}`, ...describeUnnamed(unnamed)].join('\n');
  const { name, apiNamePattern, action } = after ?? before;
  const lines = [
    `${SIGNS[kind]} ${kind} ${name === null ? apiNamePattern : `"${name}"`}: ${apiNamePattern} → ${action}`,
  ];
  if (kind === 'change')
    for (const member of Object.keys(after))
      if (!isDeepStrictEqual(before[member], after[member]))
        lines.push(`    ${member}: ${JSON.stringify(before[member])} → ${JSON.stringify(after[member])}`);
  if (effects) {
    const [was, is] = effects;
    if (was) lines.push(`    without the change, in the last ${DAYS} days: ${describeEffect(was)}`);
    if (is) lines.push(`    with it, in the last ${DAYS} days: ${describeEffect(is)}`);
    if (!is) lines.push('    with it: nothing; these calls are left to the other policies');
  }
  return lines.join('\n');
}

const describeUnnamed = (unnamed) =>
  unnamed
    ? [
        `    in the last ${DAYS} days: ${unnamed.calls} calls of ${unnamed.operations} operations that no policy names, ${unnamed.undone} later undone`,
      ]
    : [];

function describeEffect({ policy, matched, gated, blocked, evaluated, complete }) {
  const counts = [
    ['held up', gated],
    ['blocked', blocked],
  ].map(([what, { calls, undone }]) => `${what} ${calls}${undone > 0 ? ` (${undone} later undone)` : ''}`);
  const seen = `matched ${matched}, ${counts.join(', ')} of ${evaluated}${complete ? '' : ' or more'} calls`;
  if (!policy.enabled) return `off; it would have ${seen}`;
  return policy.mode === 'shadow' ? `shadow, decides nothing; it would have ${seen}` : seen;
}
