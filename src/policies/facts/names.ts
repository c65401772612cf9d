import { FACT_NAMES } from '../../connectors/facts/facts.js';
import { CONDITION_OPERATORS } from '../../contract/condition-operators.js';
import { CONTEXT_NAMES, InvalidConditionError, locateField, SUBJECT_FIELDS, WINDOW_SCOPES } from '../condition.js';
import type { Comparison, Condition } from '../policy.js';
import { outsideDomain } from './domains.js';

const NAMES: readonly string[] = [...SUBJECT_FIELDS, ...FACT_NAMES, ...CONTEXT_NAMES];
/** The first segments that only facts have. */
const GROUPS = new Set([...FACT_NAMES, ...CONTEXT_NAMES].map((name) => name.split('.')[0] ?? ''));
/** A key or a path may have any character, `*` too. */
const WHOLE_NAMES = new Set(NAMES.filter((name) => !['target.key', 'target.path'].includes(name)));

/**
 * Refuses a condition that its author cannot have meant: a field that is nearly a fact, which would be read as an
 * argument that no call has, a value that a fact cannot have, and a pattern where only whole names can be equal. Stored conditions are not asked: what
 * was accepted keeps its meaning.
 * @throws InvalidConditionError
 */
export function refuseMisspelt(condition: Condition | null, pointer = ''): void {
  if (condition === null) return;
  if ('all' in condition || 'any' in condition) {
    const [kind, members] = 'all' in condition ? ['all', condition.all] : ['any', condition.any];
    members.forEach((member, index) => {
      refuseMisspelt(member, `${pointer}/${kind}/${index}`);
    });
    return;
  }
  if ('window' in condition) {
    const sum = 'sum' in condition.window ? condition.window.sum : 'payload.x';
    refuseNoPath(sum, `${pointer}/window/sum`);
    if (!WINDOW_SCOPES.includes(condition.per)) refuseNoPath(condition.per, `${pointer}/per`);
    return;
  }
  const meant = misspelt(condition.field);
  if (meant !== undefined) {
    const message = `There is no fact "${condition.field}". Write "${meant}", or "payload.${condition.field}" for an argument of this name.`;
    throw new InvalidConditionError(`${pointer}/field`, message);
  }
  const domain = outsideDomain(condition);
  if (domain !== undefined) {
    const message = `"${condition.field}" is ${domain}, so the comparison says nothing.`;
    throw new InvalidConditionError(`${pointer}/value`, message);
  }
  if (isPatternOfNames(condition)) {
    const message = `"${condition.operator}" compares whole names with "${condition.field}", so "*" stands for itself. Use "glob".`;
    throw new InvalidConditionError(`${pointer}/value`, message);
  }
}

/** Windows look at the arguments alone, and a bare word could be a scope that is misspelt. */
function refuseNoPath(path: string, pointer: string): void {
  if (path.startsWith('payload.')) return;
  const message = `Write "payload.${path}" for an argument, or ${WINDOW_SCOPES.map((name) => `"${name}"`).join(', ')}.`;
  throw new InvalidConditionError(pointer, message);
}

/** The fact that the author means, or the facts of its group. */
function misspelt(field: string): string | undefined {
  if (NAMES.includes(field) || field.startsWith('payload.')) return undefined;
  const [group = '', ...rest] = field.split('.');
  const near = NAMES.find((name) => isNear(outlineOf(field), outlineOf(name)));
  if (near !== undefined) return near;
  if (rest.length === 0 || !GROUPS.has(group)) return undefined;
  return NAMES.filter((name) => name.startsWith(`${group}.`)).join('" or "');
}

const outlineOf = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');

/** One letter is missing, added, another one, or two have changed places. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a.length < 6) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}

function isPatternOfNames({ field, operator, value }: Comparison): boolean {
  if ('path' in locateField(field) || !WHOLE_NAMES.has(field)) return false;
  if (CONDITION_OPERATORS[operator].takes === 'texts') return false;
  return [value].flat().some((one) => typeof one === 'string' && one.includes('*'));
}
