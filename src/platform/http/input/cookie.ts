/**
 * The value of a cookie. Null when the browser sent no cookie of this name, or more than one, because one of them may
 * have been planted. Only spaces and tabs around a name are ignored; otherwise a similar name would be taken for it.
 */
export function cookieOf(header: string | undefined, name: string): string | null {
  const start = `${name}=`;
  const [found, ...others] = (header ?? '').split(';').flatMap((pair) => {
    const text = pair.replace(/^[ \t]+|[ \t]+$/g, '');
    return text.startsWith(start) ? [text.slice(start.length)] : [];
  });
  return found !== undefined && others.length === 0 ? found : null;
}
