/** Texts for the codes that the callback of a provider puts into the fragment (docs/errors.md). */
const REFUSALS: Readonly<Record<string, string>> = {
  'link-required':
    'There is an account with this address. Enter its password once: from then on the provider signs in to it.',
  'access-denied': 'The provider did not let you in, or you cancelled.',
  'email-unverified': 'The provider has not verified your e-mail address. Verify it there, then try again.',
  'state-mismatch': 'The sign-in took too long, or was begun in another browser. Try again.',
  'provider-failed': 'The provider did not answer as it should. Try again, or use your password.',
  'already-signed-in': 'This browser is signed in as another user. Sign out first.',
  'account-deleted': 'This account is being deleted.',
};

export const refusalOf = (code: string) => REFUSALS[code] ?? `The sign-in did not work (${code}). Try again.`;
