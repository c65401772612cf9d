import { signInWords as words } from '../../words';

/** Texts for the codes that the callback of a provider puts into the fragment (docs/errors.md). */
const REFUSALS: Readonly<Record<string, string>> = {
  'link-required': words.refusals.thereIsAnAccountWith,
  'access-denied': words.refusals.theProviderDidNotLet,
  'email-unverified': words.refusals.theProviderHasNotVerified,
  'state-mismatch': words.refusals.theSignInTookToo,
  'provider-failed': words.refusals.theProviderDidNotAnswer,
  'already-signed-in': words.refusals.thisBrowserIsSignedIn,
  'account-deleted': words.refusals.thisAccountIsBeingDeleted,
};

export const refusalOf = (code: string) => REFUSALS[code] ?? words.refusals.theSignInDidNot(code);
