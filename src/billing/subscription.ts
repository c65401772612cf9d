import { type Plan, planCovers } from '../auth/access/principal.js';

/** The parts of a subscription that decide the plan. */
export interface SubscriptionState {
  readonly status: string;
  /** Ids at Stripe, sorted. */
  readonly prices: readonly string[];
}

/** An event about a subscription. */
export interface SubscriptionChange {
  /** `ended` is final. */
  readonly kind: 'created' | 'changed' | 'ended';
  /** Null when the event does not say. */
  readonly was: SubscriptionState | null;
  readonly became: SubscriptionState;
}

/** Null when the plan is not sold here. */
export type Prices = Readonly<Record<Exclude<Plan, 'FREE'>, string | null>>;

/** docs/contract.md, "Billing": active or trialing gives the plan of its price, any other state FREE. */
export function planOf({ status, prices }: SubscriptionState, sold: Prices): Plan {
  if (status !== 'active' && status !== 'trialing') return 'FREE';
  if (sold.TEAM !== null && prices.includes(sold.TEAM)) return 'TEAM';
  return sold.PRO !== null && prices.includes(sold.PRO) ? 'PRO' : 'FREE';
}

/**
 * True when Stripe collects no more money for it. A second subscription beside one that is not over would be paid
 * twice.
 */
export const isOver = ({ status }: SubscriptionState): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

export const highest = (plans: readonly Plan[]): Plan =>
  plans.reduce((high, plan) => (planCovers(high, plan) ? high : plan), 'FREE');

/**
 * The state of a subscription at the end of one second, whose events arrive in any order: the result depends on the
 * set, never on its order. The end is final, the creation is first, and in between each change names its old and new
 * state: the state that was entered more often than left is the last one. A remaining doubt gives the lower plan
 * (decision 7).
 *
 * @param changes at least one
 */
export function stateAfter(changes: readonly SubscriptionChange[], sold: Prices): SubscriptionState {
  const ended = changes.filter(({ kind }) => kind === 'ended');
  if (ended.length > 0) return inDoubt(ended.map(became), sold);
  const later = changes.filter(({ kind }) => kind !== 'created');
  if (later.length === 0) return inDoubt(changes.map(became), sold);
  const entered = new Map<string, number>();
  const count = (state: SubscriptionState, by: number) =>
    entered.set(keyOf(state), (entered.get(keyOf(state)) ?? 0) + by);
  for (const { kind, was, became: state } of changes) {
    if (was) count(was, -1);
    if (was || kind === 'created') count(state, 1);
  }
  const last = later.filter(({ was, became: state }) => was && (entered.get(keyOf(state)) ?? 0) > 0);
  return inDoubt((last.length > 0 ? last : later).map(became), sold);
}

const became = (change: SubscriptionChange): SubscriptionState => change.became;

const keyOf = ({ status, prices }: SubscriptionState): string => JSON.stringify([status, prices]);

function inDoubt(states: readonly SubscriptionState[], sold: Prices): SubscriptionState {
  const [first, ...others] = states;
  if (!first) throw new Error('a second without an event');
  return others.reduce((one, other) => (precedes(one, other, sold) ? one : other), first);
}

function precedes(one: SubscriptionState, other: SubscriptionState, sold: Prices): boolean {
  const [plan, otherPlan] = [planOf(one, sold), planOf(other, sold)];
  return plan === otherPlan ? keyOf(one) <= keyOf(other) : planCovers(otherPlan, plan);
}
