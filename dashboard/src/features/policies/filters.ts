import { readRowPage } from '../../ui/row-paging';
import type { Search } from '../../ui/url-state';
import { policyWords as words } from '../../words';
import type { Policy } from './api';
import { DECISIONS, type Decision } from './decisions';
import { conditionWords } from './sentence';

export const STATES = ['enforced', 'shadow', 'off'] as const;
export type State = (typeof STATES)[number];

export const RANGES = [1, 7, 30, 90] as const;
const DEFAULT_DAYS = 30;

/** Returns the number of days of the figures; the URL names it unless it is 30. */
export const readDays = (text: string | undefined): number =>
  RANGES.find((one) => String(one) === text) ?? DEFAULT_DAYS;
export const writtenDays = (days: string | undefined) => (days === String(DEFAULT_DAYS) ? undefined : days);
export const DAY_OPTIONS = RANGES.map((days) => ({
  value: String(days),
  label: days === 1 ? words.range.today : words.range.days(days),
}));

interface Filters {
  readonly text: string | undefined;
  readonly decision: Decision | undefined;
  readonly state: State | undefined;
}

export function readPolicyList({ text, decision, state, days, page, selected }: Search) {
  const filters: Filters = {
    text: text?.slice(0, 200) || undefined,
    decision: DECISIONS.find((one) => one === decision),
    state: STATES.find((one) => one === state),
  };
  return { filters, days: readDays(days), page: readRowPage(page), selected };
}

export const stateOf = ({ enabled, mode }: Pick<Policy, 'enabled' | 'mode'>): State =>
  enabled ? (mode === 'shadow' ? 'shadow' : 'enforced') : 'off';

export const isFiltered = (filters: Filters) => Object.values(filters).some((one) => one !== undefined);

/** The policies that fit, in their order. */
export function filtered(policies: readonly Policy[], { text, decision, state }: Filters): Policy[] {
  const sought = text?.toLowerCase();
  return policies.filter(
    (policy) =>
      (!decision || policy.action === decision) &&
      (!state || stateOf(policy) === state) &&
      (!sought || textOf(policy).includes(sought)),
  );
}

const textOf = ({ name, apiNamePattern, reason, condition, action, id }: Policy) =>
  [name, apiNamePattern, reason, conditionWords(condition, action), id].join('\n').toLowerCase();
