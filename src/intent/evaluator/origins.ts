import type { Provenance } from './provenance.js';

/** What the values of a call say together about where they come from. */
export interface Origins {
  /** Means by weight; null where no value weighs anything. */
  readonly known: number | null;
  readonly fromIntent: number | null;
  /** How firmly the value that holds the call best does so. */
  readonly anchor: number;
  /** How foreign the most foreign value is, and the most foreign text; null without a text. */
  readonly worst: number;
  readonly content: number | null;
  readonly instructed: number;
}

export function originsOf(values: readonly Provenance[]): Origins {
  let weights = 0;
  let known = 0;
  let fromIntent = 0;
  let anchor = 0;
  let worst = 0;
  let content: number | null = null;
  let instructed = 0;
  for (const { value, weight, intent, result, call, instruction, nowhere } of values) {
    const foreign = nowhere + 0.5 * call + instruction;
    weights += weight;
    known += (1 - foreign) * weight;
    fromIntent += intent * weight;
    anchor = Math.max(anchor, Math.min(1, weight * 1.2) * (intent + 0.7 * result));
    worst = Math.max(worst, foreign * Math.min(1, weight));
    if (value.role === 'content' || value.kind === 'prose') content = Math.max(content ?? 0, foreign);
    if (weight >= 0.4) instructed = Math.max(instructed, instruction);
  }
  return {
    known: weights === 0 ? null : known / weights,
    fromIntent: weights === 0 ? null : fromIntent / weights,
    anchor,
    worst,
    content,
    instructed,
  };
}
