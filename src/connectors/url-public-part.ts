/** The public part of a URL, its address and user, for a connector that must not know the secret. */
export function urlPublicPart(text: string): string {
  // The refusal does not repeat the text, which may hold a secret.
  if (!URL.canParse(text)) return 'no URL';
  const url = new URL(text);
  [url.password, url.search, url.hash] = ['', '', ''];
  return url.href;
}
