import { isObject } from '../../platform/json.js';
import type { JsonObject } from '../connector.js';

/**
 * The form of a value. `id` names the target of the call: it is complete, or cut with a mark of its own. `text` is the
 * contents that the call sends or sets, and is cut first. `changes` lists members with the values that the snapshot has
 * of them.
 */
export type Format = 'id' | 'text' | 'money' | 'changes' | 'size' | 'rows';

export interface Placeholder {
  /** The first of these paths that the payload has; `*` stands for all members that no other placeholder shows. */
  readonly paths: readonly string[];
  readonly format: Format;
}

/** A part in brackets is left out when the payload has none of its values. */
export type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | ({ readonly kind: 'value' } & Placeholder)
  | { readonly kind: 'optional'; readonly parts: readonly Part[] };

const TOKEN = /\{([^{}]+)\}|\[([^[\]]+)\]|[^{}[\]]+/g;
const FORMATS: readonly Format[] = ['id', 'text', 'money', 'changes', 'size', 'rows'];

/**
 * Reads a template such as `Refund {amount:money} of {charge|payment_intent}[ because {reason}]`.
 * @throws Error when it is none
 */
export function parseTemplate(template: string): readonly Part[] {
  let end = 0;
  const parts = [...template.matchAll(TOKEN)].map((match): Part => {
    if (match.index !== end) throw new Error(`The summary "${template}" has an open bracket.`);
    end += match[0].length;
    if (match[1] !== undefined) return { kind: 'value', ...placeholder(match[1]) };
    if (match[2] !== undefined) return { kind: 'optional', parts: parseTemplate(match[2]) };
    return { kind: 'literal', text: match[0] };
  });
  if (end !== template.length) throw new Error(`The summary "${template}" has an open bracket.`);
  return parts;
}

function placeholder(text: string): Placeholder {
  const [names = '', name = 'id'] = text.split(':');
  const format = FORMATS.find((one) => one === name);
  if (!format) throw new Error(`A summary has no format "${name}".`);
  return { paths: names.split('|'), format };
}

export const placeholdersOf = (parts: readonly Part[]): readonly Placeholder[] =>
  parts.flatMap((part) =>
    part.kind === 'value' ? [part] : part.kind === 'optional' ? placeholdersOf(part.parts) : [],
  );

/** Undefined when the payload has no such member. */
export function valueAt(payload: JsonObject, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), payload);
}
