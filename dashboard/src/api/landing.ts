/**
 * What a provider or a mailed link brought in the fragment of the URL: a token, or what a sign-in was refused with. It is
 * taken out of the URL and of the history before anything else runs, and kept in memory until a page takes it.
 */
let brought = new URLSearchParams();

export function land(): void {
  if (!/[#&](token|error|link)=/.test(location.hash)) return;
  brought = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, '', location.pathname + location.search);
}

/** Once: a second reader gets null. */
export function take(name: 'token' | 'error' | 'link'): string | null {
  const value = brought.get(name);
  brought.delete(name);
  return value;
}

export const hasBrought = (name: 'token' | 'error' | 'link') => brought.has(name);
