import { type PolicyMatch, RESTRICTIVENESS, type Verdict } from '../policy.js';

/**
 * The counted events of a policy: a call that it matched, an approval that it requested and the end of that approval,
 * and a matched call that was undone later. For a shadow policy the events say what it would have done.
 */
export type PolicyEvent = 'matched' | 'requested' | ApprovalEnd | 'undone' | ShadowEvent;
export type ApprovalEnd = 'approved' | 'rejected' | 'expired' | 'withdrawn';
type ShadowEvent =
  | 'would-allow'
  | 'would-gate'
  | 'would-block'
  /** And the enforced policies did not: it would have held the call up. */
  | 'would-hold-up'
  | 'shadow-undone';

/** The form that `note_action_changes` takes. */
export interface PolicyNote {
  readonly id: string;
  readonly event: PolicyEvent;
  /** The time at which the call was logged; absent means now. */
  readonly at?: Date;
}

const WOULD = { ALLOW: 'would-allow', REQUIRE_APPROVAL: 'would-gate', BLOCK: 'would-block' } as const;

/** The events of a call that is logged. */
export function eventsOfMatches(verdict: Verdict, opensApproval: boolean): PolicyNote[] {
  const asking = opensApproval ? askedFor(verdict) : [];
  const asked = asking.map((id): PolicyNote => ({ id, event: 'requested' }));
  return [...verdict.matches.flatMap((match) => eventsOfMatch(match, verdict)), ...asked];
}

function eventsOfMatch({ id, action, mode }: PolicyMatch, { decision }: Verdict): PolicyNote[] {
  if (mode === 'enforce') return [{ id, event: 'matched' }];
  const would: PolicyNote = { id, event: WOULD[action] };
  return RESTRICTIVENESS[action] > RESTRICTIVENESS[decision] ? [would, { id, event: 'would-hold-up' }] : [would];
}

/** The enforced policies that want an operator to decide on the call. */
export const askedFor = ({ matches }: Verdict): string[] =>
  matches.filter(({ action, mode }) => action === 'REQUIRE_APPROVAL' && mode === 'enforce').map(({ id }) => id);

/** The events of a call that a rollback undid, counted on the day on which the call was logged. */
export function eventsOfUndo(call: {
  readonly policyIds: readonly string[];
  readonly shadowPolicyIds: readonly string[];
  readonly loggedAt: Date;
}): PolicyNote[] {
  const note = (event: PolicyEvent) => (id: string) => ({ id, event, at: call.loggedAt });
  return [...call.policyIds.map(note('undone')), ...call.shadowPolicyIds.map(note('shadow-undone'))];
}
