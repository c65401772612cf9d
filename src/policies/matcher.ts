import { locateField, parseCondition } from './condition.js';
import { PatternTrie, parsePattern } from './pattern.js';
import type { Comparison, Condition, Outcome, PolicyAction, PolicyRule, PolicySubject, Verdict } from './policy.js';

type Predicate = (subject: PolicySubject) => boolean;

interface CompiledRule {
  readonly rule: PolicyRule;
  readonly order: number;
  readonly holds: Predicate;
}

const RESTRICTIVENESS: Record<PolicyAction, number> = { ALLOW: 0, REQUIRE_APPROVAL: 1, BLOCK: 2 };

/**
 * Prepares the policies of an organization for deciding many calls. Disabled rules are left out; the others are
 * checked again, because a rule that cannot be understood must stop the call and not be passed over.
 *
 * @throws InvalidPatternError
 * @throws InvalidConditionError
 */
export function compilePolicies(rules: readonly PolicyRule[]): (subject: PolicySubject) => Verdict {
  const trie = new PatternTrie<CompiledRule>();
  rules.forEach((rule, order) => {
    if (!rule.enabled) return;
    const condition = parseCondition(rule.condition);
    const holds = condition === null ? () => true : compileCondition(condition, rule.action !== 'ALLOW');
    trie.add(parsePattern(rule.apiNamePattern), { rule, order, holds });
  });

  return (subject) => {
    const enforced: CompiledRule[] = [];
    const shadow: CompiledRule[] = [];
    for (const candidate of trie.find(subject.apiName)) {
      if (candidate.holds(subject)) (candidate.rule.mode === 'shadow' ? shadow : enforced).push(candidate);
    }
    const outcome = decide(enforced);
    const reason = enforced.find(({ rule }) => rule.action === outcome.decision && rule.reason)?.rule.reason ?? null;
    const requiredApprovals = outcome.decision === 'REQUIRE_APPROVAL' ? strictest(enforced) : 1;
    return {
      decision: outcome.decision,
      policyIds: outcome.policyIds,
      reason,
      requiredApprovals,
      gates: outcome.decision === 'REQUIRE_APPROVAL' ? gatesOf(enforced) : [],
      shadow: decide(shadow),
    };
  };
}

function gatesOf(matched: readonly CompiledRule[]): string[] {
  return matched.flatMap(({ rule }) => (rule.action === 'REQUIRE_APPROVAL' ? [rule.gate ?? rule.id] : []));
}

function strictest(matched: readonly CompiledRule[]): number {
  return matched.reduce(
    (most, { rule }) => (rule.action === 'REQUIRE_APPROVAL' ? Math.max(most, rule.requiredApprovals ?? 1) : most),
    1,
  );
}

/** Leaves `matched` sorted, the most restrictive first. */
function decide(matched: CompiledRule[]): Outcome {
  matched.sort((a, b) => RESTRICTIVENESS[b.rule.action] - RESTRICTIVENESS[a.rule.action] || a.order - b.order);
  return { decision: matched[0]?.rule.action ?? 'ALLOW', policyIds: matched.map(({ rule }) => rule.id) };
}

/** `gates`: the policy restricts, so a value that cannot be compared counts as matching. */
function compileCondition(condition: Condition, gates: boolean): Predicate {
  if ('all' in condition) {
    const members = condition.all.map((member) => compileCondition(member, gates));
    return (subject) => members.every((holds) => holds(subject));
  }
  if ('any' in condition) {
    const members = condition.any.map((member) => compileCondition(member, gates));
    return (subject) => members.some((holds) => holds(subject));
  }
  const read = compileField(condition.field);
  const test = compileTest(condition, gates);
  const whenMissing = condition.onMissing === 'match' || acceptsMissing(condition);
  const readsDrift = condition.field === 'driftScore';
  return (subject) => {
    if (readsDrift && subject.driftScore === 'failed') return gates;
    const value = read(subject);
    return value === undefined ? whenMissing : test(value);
  };
}

function acceptsMissing({ operator, value }: Comparison): boolean {
  return operator === 'neq' || operator === 'not_in' || (operator === 'exists' && value === false);
}

/** Reads undefined where the field is missing. */
function compileField(field: string): (subject: PolicySubject) => unknown {
  const source = locateField(field);
  if ('property' in source) {
    const { property } = source;
    return property === 'driftScore' ? (subject) => subject.driftScore ?? undefined : (subject) => subject[property];
  }
  return (subject) => source.path.reduce<unknown>(ownMember, subject.payload);
}

function ownMember(value: unknown, name: string): unknown {
  return isContainer(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function compileTest(comparison: Comparison, gates: boolean): (value: unknown) => boolean {
  switch (comparison.operator) {
    case 'eq':
      return (value) => jsonEqual(value, comparison.value);
    case 'neq':
      return (value) => !jsonEqual(value, comparison.value);
    case 'gt':
      return (value) => (isNumber(value) ? value > comparison.value : gates);
    case 'gte':
      return (value) => (isNumber(value) ? value >= comparison.value : gates);
    case 'lt':
      return (value) => (isNumber(value) ? value < comparison.value : gates);
    case 'lte':
      return (value) => (isNumber(value) ? value <= comparison.value : gates);
    case 'in':
      return compileMembership(comparison.value);
    case 'not_in': {
      const isMember = compileMembership(comparison.value);
      return (value) => !isMember(value);
    }
    case 'contains':
      return (value) => contains(value, comparison.value);
    case 'starts_with':
      return (value) => typeof value === 'string' && value.startsWith(comparison.value);
    case 'ends_with':
      return (value) => typeof value === 'string' && value.endsWith(comparison.value);
    case 'exists':
      return () => comparison.value;
  }
}

function compileMembership(list: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(list.filter((item) => !isContainer(item)));
  const containers = list.filter(isContainer);
  return (value) => (isContainer(value) ? containers.some((item) => jsonEqual(item, value)) : scalars.has(value));
}

function contains(value: unknown, wanted: unknown): boolean {
  if (typeof value === 'string') return typeof wanted === 'string' && value.includes(wanted);
  return Array.isArray(value) && value.some((item) => jsonEqual(item, wanted));
}

function jsonEqual(a: unknown, b: unknown): boolean {
  if (!isContainer(a) || !isContainer(b)) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && jsonEqual(a[name], b[name]))
  );
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
