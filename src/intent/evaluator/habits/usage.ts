import { nameWords } from '../language/words.js';
import type { Value } from '../payload.js';

/** The parts of a call that an agent may have habits in. */
export interface Usage {
  readonly operation: string;
  /** The target of the call, if it has one: a table, a channel, the domain of an address. */
  readonly target: { readonly field: string; readonly name: string } | null;
  /** The largest number that is none of a row, and its order of magnitude. */
  readonly size: { readonly field: string; readonly text: string; readonly magnitude: number } | null;
}

const LONGEST_NAME = 64;

export function usageOf(apiName: string, values: readonly { readonly value: Value }[]): Usage {
  let target: Usage['target'] = null;
  let size: Usage['size'] = null;
  for (const { value } of values) {
    const { field, role, kind, text } = value;
    if (target === null && role !== 'content' && role !== 'secret') {
      if (kind === 'address') target = { field, name: domainOf(text) };
      else if (kind !== 'prose' && namesTarget(field)) target = { field, name: text.slice(0, LONGEST_NAME) };
    }
    if (kind === 'number' && role !== 'paging') {
      const magnitude = Math.floor(Math.log10(Math.abs(Number(text)) + 1));
      if (size === null || magnitude > size.magnitude) size = { field, text, magnitude };
    }
  }
  return { operation: apiName, target, size };
}

const TARGETS: ReadonlySet<string> = new Set(
  'table schema database collection bucket channel repo repository project queue topic region currency warehouse index'.split(
    ' ',
  ),
);

const fields = new Map<string, boolean>();

function namesTarget(field: string): boolean {
  const known = fields.get(field);
  if (known !== undefined) return known;
  const isTarget = nameWords(field).some((word) => TARGETS.has(word));
  if (fields.size < 2_000) fields.set(field, isTarget);
  return isTarget;
}

/** The domain of a mail address or web address; any other address unchanged. */
function domainOf(text: string): string {
  const domain = /(?:@|:\/\/|^www\.)([^/?#:]+)/.exec(text)?.[1];
  return (domain ?? text).toLowerCase().slice(0, LONGEST_NAME);
}
