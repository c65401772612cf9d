import type { NotApprover } from './approvers.js';

export interface OpenGroup {
  readonly name: string;
  readonly members: number;
}

/** Why an operator may not approve, and who may. `open`: for each policy that still wants approvals, its groups. */
export function toSentence(why: NotApprover, open: readonly (readonly OpenGroup[])[]): string {
  const who = open.map(namesOf).join(', and ');
  const from = who === '' ? '' : ` It needs an approval of ${who}.`;
  return `${OPENINGS[why]}${from}${emptyOf(open)}`;
}

const OPENINGS: Readonly<Record<NotApprover, string>> = {
  requester: 'You asked for this call, so another operator has to approve it.',
  'joined-since': 'You added yourself to the group after this call was asked, so another approver has to approve it.',
  given: 'Your group has approved this call.',
  'not-in-group': 'You are not among the approvers of this call.',
};

const namesOf = (groups: readonly OpenGroup[]): string =>
  groups.length === 0 ? 'a group that was deleted' : groups.map(({ name }) => `"${name}"`).join(' or ');

/** Nobody can approve while all groups of a policy are empty. */
function emptyOf(open: readonly (readonly OpenGroup[])[]): string {
  const empty = open.find((groups) => groups.every(({ members }) => members === 0));
  if (!empty) return '';
  if (empty.length === 0) return ' No operator can approve it: reject it and have the agent ask again.';
  return ` No operator can approve it: ${namesOf(empty)} has no members.`;
}
