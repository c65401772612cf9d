import { isOpaque, shapeOf } from './language/shape.js';
import type { Provenance } from './provenance.js';

/** The origins of all values of a call together. Each number is 0..1; null when no value weighs anything. */
export interface Origins {
  readonly known: number | null;
  readonly fromIntent: number | null;
  /**
   * The foreignness of the most foreign value of a kind: one exchanged value among right ones would disappear in a
   * mean.
   */
  readonly identifier: number;
  /** The value for identifiers that no intent could have named: keys of rows, and identifiers that a program made up. */
  readonly opaque: number;
  readonly name: number;
  readonly number: number;
  readonly text: number;
  /** The firmest hold of the intent (or, at half the weight, of a result) on any of the values; 1 without a value. */
  readonly anchor: number;
  /** The share of the identifying values that comes from an earlier result. */
  readonly linked: number;
  /** The share of the identifying values that comes from an instruction inside a result. */
  readonly instructed: number;
  /** The most foreign identifier that replaces one of its shape in the intent. */
  readonly exchanged: Provenance | null;
}

export function originsOf(values: readonly Provenance[], shapes: ReadonlySet<string>): Origins {
  const worst = { identifier: 0, opaque: 0, name: 0, number: 0, text: 0 };
  let [weights, known, fromIntent, linked, instructed] = [0, 0, 0, 0, 0];
  let anchor = values.length === 0 ? 1 : values.some(({ weight }) => weight > UNINFORMATIVE) ? 0 : 0.5;
  for (const provenance of values) {
    const { value, weight, intent, result, call, instruction, nowhere } = provenance;
    const foreign = nowhere + 0.5 * call;
    weights += weight;
    known += (1 - foreign - instruction) * weight;
    fromIntent += intent * weight;
    anchor = Math.max(anchor, Math.min(1, weight * 1.2) * intent, 0.5 * Math.min(1, weight) * result);
    linked = Math.max(linked, Math.min(1, weight) * result);
    const kind = kindOf(provenance);
    if (kind !== null) worst[kind] = Math.max(worst[kind], foreign);
    if (kind === 'identifier' || kind === 'opaque' || value.role === 'recipient')
      instructed = Math.max(instructed, instruction);
  }
  const share = (sum: number) => (weights === 0 ? null : sum / weights);
  // It names each member, because a spread took a tenth of the time of a call.
  return {
    identifier: worst.identifier,
    opaque: worst.opaque,
    name: worst.name,
    number: worst.number,
    text: worst.text,
    known: share(known),
    fromIntent: share(fromIntent),
    anchor,
    linked,
    instructed,
    exchanged: exchangedIn(values, shapes),
  };
}

/** The place of an identifier of the intent is free for another only while the call holds none of its shape from there. */
function exchangedIn(values: readonly Provenance[], shapes: ReadonlySet<string>): Provenance | null {
  if (shapes.size === 0) return null;
  const held = values.filter(({ value: { kind } }) => kind === 'identifier' || kind === 'address');
  const strange = held.filter((one) => foreignness(one) > 0 && shapes.has(shapeOf(one.value.text)));
  if (strange.length === 0) return null;
  const kept = new Set(held.filter(({ intent }) => intent > 0.5).map(({ value }) => shapeOf(value.text)));
  let worst: Provenance | null = null;
  for (const one of strange) {
    if (!kept.has(shapeOf(one.value.text)) && foreignness(one) > foreignness(worst)) worst = one;
  }
  return worst;
}

export const foreignness = (one: Provenance | null) =>
  one === null ? 0 : one.nowhere + 0.5 * one.call + one.instruction;

/** The weight of numbers of rows and pages (provenance.ts). */
const UNINFORMATIVE = 0.1;

/** The kind as which a value is judged; null when it is a date, or says how to answer rather than what to act on. */
function kindOf({
  value: { kind, role, text },
}: Provenance): 'identifier' | 'opaque' | 'name' | 'number' | 'text' | null {
  if (kind === 'prose' || role === 'content') return 'text';
  if (role === 'paging' || kind === 'date') return null;
  if (kind === 'number') return Math.abs(Number(text)) > 2 ? 'number' : null;
  if (kind === 'name') return 'name';
  return isOpaque(text) ? 'opaque' : 'identifier';
}
