/**
 * Matches the pages that a mailed link leads to. No other page takes a token from the URL, and no token there signs
 * anyone in.
 */
const LINKED = /\/(?:reset-password|verify-email|accept-invitation)\/?$/;

/**
 * The parameters that a provider or a mailed link sent in the fragment of the URL: the token of the link, or the
 * refusal of a sign-in. They are removed from the URL and the history before anything else runs, and kept in memory
 * until a page takes them.
 */
let brought = new URLSearchParams();

export function land(): void {
  if (!/[#&](token|error)=/.test(location.hash)) return;
  brought = new URLSearchParams(location.hash.slice(1));
  if (!LINKED.test(location.pathname)) brought.delete('token');
  history.replaceState(null, '', location.pathname + location.search);
}

/** Returns a parameter once: a second reader gets null. */
export function take(name: 'token' | 'error'): string | null {
  const value = brought.get(name);
  brought.delete(name);
  return value;
}

export const hasBroughtError = () => brought.has('error');
