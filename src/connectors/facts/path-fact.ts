import type { FactValue } from './facts.js';

/** The number of times that a path may be decoded on its way: by a proxy, by the server, by its framework. */
const MOST_DECODINGS = 4;
const LONGEST = 8_192;

/**
 * A path of a URL in each form in which a server may read it; pure. The result is unknown when servers read it
 * differently.
 */
export function pathFact(text: unknown): FactValue {
  if (typeof text !== 'string' || text === '' || text.length > LONGEST) return 'unknown';
  const sent = asSent(text);
  if (sent === null || decoded(text) === null) return 'unknown';
  const readings = new Set([sent]);
  for (const start of [sent, text.split(/[?#]/)[0] ?? '']) {
    let current: string | null = start;
    for (let times = 0; current !== null && times <= MOST_DECODINGS; times++) {
      readings.add(plain(current));
      const next: string | null = decoded(current);
      if (next === current) break;
      if (times === MOST_DECODINGS) return 'unknown';
      current = next;
    }
  }
  return [{ readings: [...readings] }];
}

/** The path as a URL parser writes it. */
function asSent(text: string): string | null {
  return URL.canParse(text, 'http://host') ? new URL(text, 'http://host').pathname : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * The path without the parts that servers drop or resolve: steps, empty segments, parameters of a segment, backslashes.
 */
function plain(text: string): string {
  const kept: string[] = [];
  for (const segment of text.replaceAll('\\', '/').split('/')) {
    const [name = ''] = segment.split(';');
    if (name === '..') kept.pop();
    else if (name !== '' && name !== '.') kept.push(name);
  }
  return `/${kept.join('/')}${/[/\\]$/.test(text) && kept.length > 0 ? '/' : ''}`;
}
