import { signInWords as words } from '../../words';

/** Texts for the codes that the callback of a provider puts into the fragment (docs/errors.md). */
const REFUSALS: Readonly<Record<string, string>> = {
  'link-required': words.refusals.linkNeeded,
  'access-denied': words.refusals.denied,
  'email-unverified': words.refusals.unverified,
  'state-mismatch': words.refusals.expired,
  'provider-failed': words.refusals.providerFailed,
  'already-signed-in': words.refusals.otherUser,
  'account-deleted': words.refusals.deleting,
};

export const refusalOf = (code: string) => REFUSALS[code] ?? words.refusals.other(code);
