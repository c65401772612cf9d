/**
 * The start of a text, at most so many UTF-16 units, without half a surrogate pair, which PostgreSQL could not store.
 */
export function cutText(text: string, atMost: number): string {
  if (text.length <= atMost) return text;
  const last = text.charCodeAt(atMost - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? atMost - 1 : atMost);
}
