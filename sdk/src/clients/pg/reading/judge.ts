import type { Queryable } from '../client/objects.js';
import { isRefusal } from '../client/statement-runner.js';
import { type Classified, classify, OPAQUE } from './classify.js';
import type { SqlParser } from './parser.js';
import type { Proofs } from './proofs.js';

export interface Connection {
  readonly on: Queryable;
  /** Its transaction has failed: the server runs nothing but its end. */
  readonly isFailed: boolean;
  /** Tells whether the server reads this text as the grammar here does. */
  readsAsHere(): Promise<boolean>;
}

/** Classifies a text where it runs: it is a read only if the catalogue of the database agrees. */
export async function judge(
  text: string,
  parser: SqlParser,
  proofs: Proofs,
  { on, isFailed, readsAsHere }: Connection,
): Promise<Classified> {
  const classified = classify(parser, text);
  if (classified.kind === 'refused') return classified;
  if (!(await readsAsHere())) return OPAQUE;
  if (classified.kind === 'write') return classified;
  if (proofs.has(text, classified.names)) return classified;
  if (isFailed && classified.kind === 'read') return classified;
  if (!isFailed && (await proves(text, classified, parser, proofs, on))) return classified;
  return classified.kind === 'read' ? OPAQUE : { ...classified, asks: true };
}

/** True if it is known already that the text only reads. */
export function passes(text: string, parser: SqlParser, proofs: Proofs): boolean {
  const classified = classify(parser, text);
  return classified.kind === 'read' && proofs.has(text, classified.names);
}

/** Tells whether everything in the text, except control of the session, only reads. */
export async function readsOnly(text: string, parser: SqlParser, proofs: Proofs, on: Queryable): Promise<boolean> {
  const classified = classify(parser, text);
  if (classified.kind !== 'read' && classified.kind !== 'session') return false;
  return proves(text, classified, parser, proofs, on);
}

async function proves(
  text: string,
  { names }: Extract<Classified, { kind: 'read' | 'session' }>,
  parser: SqlParser,
  proofs: Proofs,
  on: Queryable,
): Promise<boolean> {
  try {
    return await proofs.prove(text, names, parser, on);
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
