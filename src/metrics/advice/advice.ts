import type { CountedOperation } from '../../actions/action-history.js';
import { type Coverable, isCoveredBy } from '../../policies/covering.js';
import { PatternTrie, parsePattern } from '../../policies/pattern.js';
import type { PolicyView } from '../../policies/policy.view.js';
import { meaningOf } from '../../policies/set/state.js';

/** Counts of the calls that a policy matched in the last days, and of the decisions on them. */
export interface PolicyFigures {
  /** The policy is counted from then on. */
  readonly since: Date;
  readonly matches: number;
  readonly shadowMatches: number;
  readonly approvals: number;
  readonly approvedByOperators: number;
  readonly undone: number;
  /** The most approvals that operators gave in one day. */
  readonly mostApprovedInADay: number;
  readonly medianSecondsToDecide: number | null;
}

export const DAYS = 30;
/** A policy that is younger than this has had no chance to match. */
const OLD_AFTER_DAYS = 7;
/** So many approvals in a row, all given, are a habit. */
const MANY_APPROVALS = 10;
const MOST_OF_A_KIND = 50;
const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;

type Draft = ReturnType<typeof meaningOf>;
type Kind = 'unnamed-operation' | 'never-matched' | 'covered' | 'always-approved';

export interface Suggestion {
  /** The same suggestion has the same id. */
  readonly id: string;
  readonly kind: Kind;
  /** The policy that the draft replaces; null where the draft is a new one. */
  readonly policyId: string | null;
  readonly apiName: string | null;
  readonly coveredBy: readonly string[];
  readonly figures: {
    readonly days: number;
    readonly calls: number;
    readonly undone: number;
    readonly agents: number | null;
    readonly approvals: number;
    readonly medianSecondsToDecide: number | null;
  };
  readonly draft: Omit<Draft, 'id'>;
}

export interface Known {
  readonly policies: readonly PolicyView[];
  readonly figures: ReadonlyMap<string, PolicyFigures>;
  readonly operations: readonly CountedOperation[];
  readonly now: Date;
}

/** Suggests changes of policies by the calls and the decisions of the last days. A policy that is off is left alone. */
export function adviceOf(known: Known): Suggestion[] {
  const enabled = known.policies.filter(({ enabled: isOn }) => isOn);
  const covered = coveredOf(enabled, known);
  const about = new Set(covered.map(({ policyId }) => policyId));
  const others = enabled.filter(({ id }) => !about.has(id));
  return [
    ...unnamedOf(enabled, known.operations),
    ...others.flatMap((policy) => alwaysApproved(policy, known.figures.get(policy.id))).slice(0, MOST_OF_A_KIND),
    ...covered,
    ...others
      .flatMap((policy) => neverMatched(policy, known.figures.get(policy.id), known.now))
      .slice(0, MOST_OF_A_KIND),
  ];
}

/** Operations that no policy names. The draft of a write is a shadow: it shows what it would have held up. */
function unnamedOf(enabled: readonly PolicyView[], operations: readonly CountedOperation[]): Suggestion[] {
  const named = new PatternTrie<true>();
  for (const { apiNamePattern } of enabled) named.add(parsePattern(apiNamePattern), true);
  return operations
    .filter(({ apiName }) => named.find(apiName).length === 0 && isPattern(apiName))
    .toSorted((a, b) => b.calls - a.calls || (a.apiName < b.apiName ? -1 : 1))
    .slice(0, MOST_OF_A_KIND)
    .map(({ apiName, isRead, calls, undone, agents }) => ({
      id: `unnamed-operation:${apiName}`,
      kind: 'unnamed-operation',
      policyId: null,
      apiName,
      coveredBy: [],
      figures: { ...NONE, calls, undone, agents },
      draft: { ...NEW, apiNamePattern: apiName, ...(isRead ? { action: 'ALLOW' } : { mode: 'shadow' }) },
    }));
}

function coveredOf(enabled: readonly PolicyView[], { figures }: Known): Suggestion[] {
  const enforced = enabled.filter(({ mode }) => mode === 'enforce');
  const gone = new Set<string>();
  const suggestions: Suggestion[] = [];
  // The newest comes first, so that of two that say the same the older one stays.
  for (const policy of enforced.toReversed()) {
    const covering = enforced.filter(
      (other) => !gone.has(other.id) && isCoveredBy(policy as Coverable, other as Coverable),
    );
    if (covering.length === 0) continue;
    gone.add(policy.id);
    const coveredBy = covering.map(({ id }) => id);
    suggestions.push({
      ...aboutPolicy('covered', policy, figures.get(policy.id)),
      coveredBy,
      draft: switchedOff(policy),
    });
  }
  return suggestions.slice(0, MOST_OF_A_KIND);
}

function neverMatched(policy: PolicyView, figures: PolicyFigures | undefined, now: Date): Suggestion[] {
  if (!figures || figures.matches + figures.shadowMatches > 0) return [];
  if (now.getTime() - figures.since.getTime() < OLD_AFTER_DAYS * DAY_MS) return [];
  return [{ ...aboutPolicy('never-matched', policy, figures), draft: switchedOff(policy) }];
}

/**
 * Operators gave all approvals of the policy and nothing was undone: the draft allows as many calls a day as they
 * approved at most, and asks beyond that.
 */
function alwaysApproved(policy: PolicyView, figures: PolicyFigures | undefined): Suggestion[] {
  if (policy.action !== 'REQUIRE_APPROVAL' || policy.mode !== 'enforce' || !figures) return [];
  const { approvals, approvedByOperators, undone, mostApprovedInADay } = figures;
  if (approvals < MANY_APPROVALS || approvedByOperators < approvals || undone > 0) return [];
  const window = {
    window: { count: true },
    per: 'organization',
    seconds: DAY_SECONDS,
    operator: 'gt',
    value: mostApprovedInADay,
  } as const;
  const condition = policy.condition === null ? window : { all: [policy.condition, window] };
  return [{ ...aboutPolicy('always-approved', policy, figures), draft: { ...draftOf(policy), condition } }];
}

function aboutPolicy(kind: Kind, policy: PolicyView, figures: PolicyFigures | undefined) {
  const { matches = 0, shadowMatches = 0, undone = 0, approvals = 0, medianSecondsToDecide = null } = figures ?? {};
  return {
    id: `${kind}:${policy.id}`,
    kind,
    policyId: policy.id,
    apiName: null,
    coveredBy: [],
    figures: { ...NONE, calls: matches + shadowMatches, undone, approvals, medianSecondsToDecide },
  };
}

const NONE = { days: DAYS, calls: 0, undone: 0, agents: null, approvals: 0, medianSecondsToDecide: null };

const draftOf = (policy: PolicyView): Suggestion['draft'] => {
  const { id: _, ...draft } = meaningOf(policy);
  return draft;
};
const switchedOff = (policy: PolicyView) => ({ ...draftOf(policy), enabled: false });

const NEW: Omit<Suggestion['draft'], 'apiNamePattern'> = {
  name: null,
  condition: null,
  action: 'REQUIRE_APPROVAL',
  enabled: true,
  reason: null,
  mode: 'enforce',
  requiredApprovals: 1,
  onChange: 'run',
  expiresAfterSeconds: null,
  onExpiry: 'reject',
  approvalUsableSeconds: null,
  approvers: [],
  allowRequester: null,
};

/** An agent may call an operation by a name that no pattern can say. */
function isPattern(apiName: string): boolean {
  try {
    return !parsePattern(apiName).includes('*');
  } catch {
    return false;
  }
}
