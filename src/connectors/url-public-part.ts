/** Of a URL where it leads and as whom, for a connector that is told no secret. */
export function urlPublicPart(text: string): string {
  // What is no URL is refused in words that do not repeat it.
  if (!URL.canParse(text)) return 'no URL';
  const url = new URL(text);
  [url.password, url.search, url.hash] = ['', '', ''];
  return url.href;
}
