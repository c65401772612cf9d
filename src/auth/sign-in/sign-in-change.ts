import type { By, Change } from '../../audit/audit-entry.js';
import type { From } from './from.js';

interface User {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
}

/** What a user did to come in, for the audit of their organization: who, in which request, and from where. */
export function signInChange(
  action:
    | 'member.signed-in'
    | 'member.proof-failed'
    | 'member.browser-session-started'
    | 'member.browser-session-ended',
  { id, organizationId, email: label }: User,
  { address, requestId }: Pick<From, 'address' | 'requestId'>,
  more: Readonly<Record<string, unknown>> = {},
): [By, Change] {
  const by: By = { kind: 'USER', id, label, organizationId, requestId };
  return [by, { action, target: { type: 'member', id }, before: null, after: { address, ...more } }];
}
