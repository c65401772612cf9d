import { negated } from '../contract/condition-operators.js';
import { compileArgument, type Predicate, spent } from './argument.js';
import { compileTest } from './comparison.js';
import { type FieldSource, locateField, parseCondition } from './condition.js';
import { MOST_STEPS } from './facts/budget.js';
import { compileFact } from './facts/compare.js';
import { compileContext } from './facts/context.js';
import { PatternTrie, parsePattern } from './pattern.js';
import {
  type ApproverRule,
  type Comparison,
  type Condition,
  type Hold,
  type Outcome,
  type PolicyAction,
  type PolicyRule,
  type PolicySubject,
  RESTRICTIVENESS,
  UNMATCHED_FINGERPRINT,
  type Verdict,
} from './policy.js';
import { compileWindow } from './windows/compile.js';
import { windowKey } from './windows/window.js';

const UNMATCHED_REASON = 'No policy of your organization matches this call.';

interface CompiledRule {
  readonly rule: PolicyRule;
  readonly order: number;
  readonly holds: Predicate;
}

/**
 * Prepares the policies of an organization for deciding many calls. Disabled rules are left out; the others are
 * checked again, because a rule that cannot be understood must stop the call and not be passed over. A rule that would
 * cost more than a call may is taken to match if it restricts, and not to match if it allows. `unmatched` is the verdict
 * on a call that no enforced rule matches by its own name; rules on what the call may do can only add to it.
 *
 * @throws InvalidPatternError
 * @throws InvalidConditionError
 */
export function compilePolicies(
  rules: readonly PolicyRule[],
  unmatched: PolicyAction = 'ALLOW',
): (subject: PolicySubject) => Verdict {
  const trie = new PatternTrie<CompiledRule>();
  rules.forEach((rule, order) => {
    if (!rule.enabled) return;
    const condition = parseCondition(rule.condition);
    const holds = condition === null ? () => true : compileCondition(condition, rule.action !== 'ALLOW', rule);
    trie.add(parsePattern(rule.apiNamePattern), { rule, order, holds });
  });

  return (subject) => {
    const enforced: CompiledRule[] = [];
    const shadow: CompiledRule[] = [];
    const { matched, byName } = matching(trie, subject);
    for (const rule of matched) (rule.rule.mode === 'shadow' ? shadow : enforced).push(rule);
    const least = enforced.some((rule) => byName.has(rule)) ? 'ALLOW' : unmatched;
    const outcome = decide(enforced, least);
    const deciding = enforced.filter(({ rule }) => rule.action === outcome.decision);
    const isByDefault = outcome.decision === least && least !== 'ALLOW';
    const reason =
      deciding.find(({ rule }) => rule.reason)?.rule.reason ??
      (isByDefault && deciding.length === 0 ? UNMATCHED_REASON : null);
    const requiredApprovals = outcome.decision === 'REQUIRE_APPROVAL' ? strictest(enforced) : 1;
    return {
      decision: outcome.decision,
      policyIds: outcome.policyIds,
      reason,
      requiredApprovals,
      hold: outcome.decision === 'REQUIRE_APPROVAL' ? holdOf(deciding, isByDefault) : null,
      usableSeconds: outcome.decision === 'REQUIRE_APPROVAL' ? usableOf(deciding) : null,
      approvers: outcome.decision === 'REQUIRE_APPROVAL' ? approversOf(deciding) : [],
      fingerprints:
        outcome.decision === 'REQUIRE_APPROVAL'
          ? [...fingerprintsOf(enforced), ...(isByDefault ? [UNMATCHED_FINGERPRINT] : [])]
          : [],
      shadow: decide(shadow, 'ALLOW'),
      matches: [...enforced, ...shadow].map(({ rule: { id, action, mode } }) => ({ id, action, mode })),
    };
  };
}

/** Finds the rules that match the call itself (`byName`), and those of an operation that the call may do as well. */
function matching(trie: PatternTrie<CompiledRule>, subject: PolicySubject) {
  const budget = { left: MOST_STEPS };
  const own = new Set(trie.find(subject.apiName));
  const byName: ReadonlySet<CompiledRule> = new Set([...own].filter(({ holds }) => holds(subject, budget)));
  const matched = new Set(byName);
  for (const operation of subject.mayDo ?? []) {
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
  return { matched, byName };
}

function fingerprintsOf(matched: readonly CompiledRule[]): string[] {
  return matched.flatMap(({ rule }) => (rule.action === 'REQUIRE_APPROVAL' ? [rule.fingerprint ?? rule.id] : []));
}

/** The latest expiry holds, and `reject` is stricter than `approve`. The default of an organization says neither. */
function holdOf(asking: readonly CompiledRule[], isByDefault: boolean): Hold | null {
  const said = asking.flatMap(({ rule }) => rule.expiresAfterSeconds ?? []);
  if (said.length === 0) return null;
  const hasDefault = isByDefault || said.length < asking.length;
  const isHeld = !hasDefault && asking.every(({ rule }) => rule.onExpiry === 'approve');
  return { seconds: Math.max(...said), hasDefault, onExpiry: isHeld ? 'approve' : 'reject' };
}

/** Each policy that names approvers, or excludes whoever asked, has a rule of its own. */
function approversOf(asking: readonly CompiledRule[]): ApproverRule[] {
  return asking.flatMap(({ rule }) => {
    const { id: policyId, approvers: groups = [], requiredApprovals: required = 1 } = rule;
    const allowRequester = rule.allowRequester ?? groups.length === 0;
    return groups.length === 0 && allowRequester ? [] : [{ policyId, groups, required, allowRequester }];
  });
}

/** The shortest time is the strictest. */
function usableOf(asking: readonly CompiledRule[]): number | null {
  const said = asking.flatMap(({ rule }) => rule.approvalUsableSeconds ?? []);
  return said.length === 0 ? null : Math.min(...said);
}

function strictest(matched: readonly CompiledRule[]): number {
  return matched.reduce(
    (most, { rule }) => (rule.action === 'REQUIRE_APPROVAL' ? Math.max(most, rule.requiredApprovals ?? 1) : most),
    1,
  );
}

/** Leaves `matched` sorted, the most restrictive first. The decision is at least `least`. */
function decide(matched: CompiledRule[], least: PolicyAction): Outcome {
  matched.sort((a, b) => RESTRICTIVENESS[b.rule.action] - RESTRICTIVENESS[a.rule.action] || a.order - b.order);
  const first = matched[0]?.rule.action ?? 'ALLOW';
  const decision = RESTRICTIVENESS[first] < RESTRICTIVENESS[least] ? least : first;
  return { decision, policyIds: matched.map(({ rule }) => rule.id) };
}

/** `restricts`: a value that cannot be compared counts as matching. */
function compileCondition(condition: Condition, restricts: boolean, rule: PolicyRule): Predicate {
  if ('all' in condition) {
    const members = condition.all.map((member) => compileCondition(member, restricts, rule));
    return (subject, budget) => members.every((holds) => holds(subject, budget));
  }
  if ('any' in condition) {
    const members = condition.any.map((member) => compileCondition(member, restricts, rule));
    return (subject, budget) => members.some((holds) => holds(subject, budget));
  }
  if ('window' in condition) {
    const windowOf = compileWindow(rule, condition);
    return (subject) => {
      const window = windowOf(subject);
      if (window === null || !window.isTested) return restricts;
      return subject.windows.holds.get(windowKey(window)) ?? restricts;
    };
  }
  const source = locateField(condition.field);
  if ('path' in source) return compileArgument(condition, source.path, restricts);
  if ('label' in source) {
    const { label } = source;
    return compileKnown(condition, restricts, ({ labels = {} }) =>
      Object.hasOwn(labels, label) ? labels[label] : null,
    );
  }
  if ('context' in source) return compileContext(condition, source.context, restricts);
  if ('property' in source) return compileProperty(condition, source, restricts);
  const holds = compileFact(condition, restricts, compileTest);
  return (subject, budget) => holds(subject.facts === null ? 'unknown' : subject.facts[source.fact], budget);
}

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

function acceptsMissing({ operator, value }: Comparison): boolean {
  return negated(operator) !== undefined || (operator === 'exists' && value === false);
}
