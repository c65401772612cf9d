import { negated } from '../contract/condition-operators.js';
import { compileTest } from './comparison.js';
import { type FieldSource, factOf, locateField, parseCondition } from './condition.js';
import { type Budget, MOST_STEPS } from './facts/budget.js';
import { compileFact } from './facts/compare.js';
import { PatternTrie, parsePattern } from './pattern.js';
import {
  type Comparison,
  type Condition,
  type Outcome,
  type PolicyRule,
  type PolicySubject,
  RESTRICTIVENESS,
  type Verdict,
} from './policy.js';

type Predicate = (subject: PolicySubject, budget: Budget) => boolean;

interface CompiledRule {
  readonly rule: PolicyRule;
  readonly order: number;
  readonly holds: Predicate;
}

/**
 * Prepares the policies of an organization for deciding many calls. Disabled rules are left out; the others are
 * checked again, because a rule that cannot be understood must stop the call and not be passed over. A rule that would
 * cost more than a call may is taken to match if it restricts, and not to match if it allows.
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
    for (const rule of matching(trie, subject)) (rule.rule.mode === 'shadow' ? shadow : enforced).push(rule);
    const outcome = decide(enforced);
    const reason = enforced.find(({ rule }) => rule.action === outcome.decision && rule.reason)?.rule.reason ?? null;
    const requiredApprovals = outcome.decision === 'REQUIRE_APPROVAL' ? strictest(enforced) : 1;
    return {
      decision: outcome.decision,
      policyIds: outcome.policyIds,
      reason,
      requiredApprovals,
      fingerprints: outcome.decision === 'REQUIRE_APPROVAL' ? fingerprintsOf(enforced) : [],
      shadow: decide(shadow),
      matches: [...enforced, ...shadow].map(({ rule: { id, action, mode } }) => ({ id, action, mode })),
    };
  };
}

/** Finds the rules that match the call itself, or an operation that the call may do as well. */
function matching(trie: PatternTrie<CompiledRule>, { mayDo = [], ...subject }: PolicySubject): Set<CompiledRule> {
  const budget = { left: MOST_STEPS };
  const own = new Set(trie.find(subject.apiName));
  const matched = new Set([...own].filter(({ holds }) => holds(subject, budget)));
  for (const operation of mayDo) {
    for (const candidate of trie.find(operation.apiName)) {
      if (candidate.rule.action === 'ALLOW' || matched.has(candidate)) continue;
      // A pattern that has the call's own name means the call's own arguments.
      const payload = own.has(candidate) ? subject.payload : null;
      const { reversibility } = subject;
      // It can be undone no better than the call that does it.
      const asDone = [operation, { ...operation, reversibility }];
      if (asDone.some((one) => candidate.holds({ ...subject, ...one, payload }, budget))) matched.add(candidate);
    }
  }
  return matched;
}

function fingerprintsOf(matched: readonly CompiledRule[]): string[] {
  return matched.flatMap(({ rule }) => (rule.action === 'REQUIRE_APPROVAL' ? [rule.fingerprint ?? rule.id] : []));
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

/** `restricts`: a value that cannot be compared counts as matching. */
function compileCondition(condition: Condition, restricts: boolean): Predicate {
  if ('all' in condition) {
    const members = condition.all.map((member) => compileCondition(member, restricts));
    return (subject, budget) => members.every((holds) => holds(subject, budget));
  }
  if ('any' in condition) {
    const members = condition.any.map((member) => compileCondition(member, restricts));
    return (subject, budget) => members.some((holds) => holds(subject, budget));
  }
  const source = locateField(condition.field);
  if ('fact' in source) {
    const holds = compileFact(condition, restricts, compileTest);
    return (subject, budget) => holds(subject.facts === null ? 'unknown' : subject.facts[source.fact], budget);
  }
  if ('label' in source) {
    const { label } = source;
    return compileKnown(condition, restricts, ({ labels = {} }) =>
      Object.hasOwn(labels, label) ? labels[label] : null,
    );
  }
  return 'path' in source
    ? compileArgument(condition, source, restricts)
    : compileProperty(condition, source, restricts);
}

type Path = Extract<FieldSource, { path: unknown }>;
type Property = Extract<FieldSource, { property: unknown }>;

function compileProperty(comparison: Comparison, { property }: Property, restricts: boolean): Predicate {
  const holds = compileKnown(comparison, restricts, (subject) => subject[property]);
  const unread = UNREAD[property];
  return (subject, budget) =>
    unread !== undefined && subject[property] === unread ? restricts : holds(subject, budget);
}

/** The value of a property that could not be read: a restricting policy matches, and an allowing one does not. */
const UNREAD: Partial<Record<Property['property'], string>> = {
  ...{ driftScore: 'failed', driftPercentile: 'failed', reversibility: 'unknown', captureFailed: 'unknown' },
};

function compileKnown(
  comparison: Comparison,
  restricts: boolean,
  read: (subject: PolicySubject) => unknown,
): Predicate {
  const test = compileTest(comparison, restricts);
  const whenMissing = comparison.onMissing === 'match' || acceptsMissing(comparison);
  return (subject, budget) => {
    const value = read(subject) ?? null;
    return value === null ? whenMissing : spent(budget, restricts, () => test(value, budget));
  };
}

/**
 * An argument that the call does not have may have gone by another name: a condition on it holds for a policy that
 * restricts. When a fact names the same thing, the fact is compared instead of a missing argument, and in addition to a
 * present one.
 */
function compileArgument(comparison: Comparison, source: Path, restricts: boolean): Predicate {
  const test = compileTest(comparison, restricts);
  const whenMissing = comparison.onMissing === 'match' || acceptsMissing(comparison);
  const isPresence = comparison.operator === 'exists';
  const fact = restricts && !isPresence ? factOf(source) : undefined;
  const factHolds = compileFact(ofElements(comparison), restricts, compileTest);
  const [argument = ''] = source.path;
  return (subject, budget) => {
    const known = fact === undefined ? undefined : subject.facts?.[fact];
    if (known !== undefined && factHolds(known, budget)) return true;
    if (subject.payload === null) return restricts && known === undefined;
    const value = source.path.reduce<unknown>(ownMember, subject.payload);
    if (value !== undefined) return spent(budget, restricts, () => test(value, budget));
    const isAbsent = restricts && !isPresence && known === undefined && !Object.hasOwn(subject.payload, argument);
    return spent(budget, restricts, () => whenMissing || isAbsent);
  };
}

/** A fact has the elements of a list one by one. */
const ofElements = (comparison: Comparison): Comparison =>
  comparison.field.endsWith('keys') && comparison.operator === 'contains'
    ? { ...comparison, operator: 'eq' }
    : comparison;

function spent(budget: Budget, restricts: boolean, matches: () => boolean): boolean {
  budget.left -= 1;
  if (budget.left < 0) return restricts;
  const result = matches();
  return budget.left < 0 ? restricts : result;
}

function acceptsMissing({ operator, value }: Comparison): boolean {
  return negated(operator) !== undefined || (operator === 'exists' && value === false);
}

function ownMember(value: unknown, name: string): unknown {
  return isContainer(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
