import { NotCapturable } from '../resource.js';

/**
 * Characters that separate segments, end a path or disappear when a server decodes a segment; a URL parser removes
 * tabs.
 */
const SEPARATING = /[/\\?#\p{Cc}]/u;
/** Java servers take the text after a semicolon for a parameter. */
const STEP = /^\.{1,2}(;|$)/;

/**
 * True when every reader of a URL takes this encoded text for one segment, also a proxy that decodes once more than the
 * server.
 */
export function isOneSegment(encoded: string): boolean {
  if (encoded === '' || SEPARATING.test(encoded)) return false;
  const decoded = decode(encoded);
  if (decoded === null) return false;
  for (let text = encoded, next: string | null = decoded; next !== null; text = next, next = decode(text)) {
    if (SEPARATING.test(next) || STEP.test(next)) return false;
    if (next === text) return true;
  }
  return true;
}

/** A path as a URL parser writes it. @throws NotCapturable when one may read another path, or a query, in it */
export function pathAsSent(text: string): string {
  const segments = text.split('/');
  const [first, ...rest] = segments;
  if (first !== '' || rest.length === 0 || !rest.every((one) => one === '' || isOneSegment(one)))
    throw new NotCapturable(
      'the path must begin with / and have neither a query, steps upwards nor encoded separators',
    );
  return new URL(`http://host${text}`).pathname;
}

/**
 * @param url the requested URL
 * @throws NotCapturable when a URL parser makes another path of it
 */
export function parseExactUrl(url: string): URL {
  const parsed = new URL(url);
  const [meant = ''] = url.slice(parsed.origin.length).split('?');
  const path = decode(parsed.pathname);
  if (!url.startsWith(parsed.origin) || parsed.hash || path === null || path !== decode(meant))
    throw new NotCapturable('the path of the request is not the declared one');
  return parsed;
}

/** The check also holds for a reader that decodes once more. */
export const leavesPath = (value: unknown) =>
  value === '' ||
  /\p{Cc}|%[01]/u.test(String(value)) ||
  String(value)
    .split(/[/\\]|%2f|%5c/i)
    .some(isStep);

const isStep = (step: string) => /^(\.|%2e){1,2}$/i.test(step);

/**
 * Holds for the path of an agent's call what holds for addresses: each segment is one for every reader of a URL, except
 * for values that may hold several. @param several those of the payload that may
 */
export function assertPathOf(several: readonly unknown[], mayEndInSlash: boolean): (pathname: string) => void {
  const isWhole = (segment: string) => {
    const value = decode(segment);
    return value !== null && several.includes(value) && !leavesPath(value);
  };
  return (pathname) => {
    const [, ...segments] = (mayEndInSlash ? pathname.replace(/\/$/, '') : pathname).split('/');
    if (!segments.every((one) => isOneSegment(one) || isWhole(one)))
      throw new NotCapturable('a value of the payload is more than one segment of the path of the request');
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
