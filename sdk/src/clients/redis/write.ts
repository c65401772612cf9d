import { ApprovedPayloadError } from '../../errors.js';
import type { Parameters } from '../../method-client/signature.js';
import type { Command, Word } from './words.js';

/** A writing command as the operation that it is. */
export interface Write {
  readonly path: string;
  readonly parameters: Parameters;
  /** The words of the same command, for an edited payload. @throws ApprovedPayloadError */
  words(edited: Parameters): Word[];
  /** Another command with the effect of the payload, if this one has a value relative to now. */
  readonly instead?: Command;
}

/** Reads the words of a command; null if they do not fit it. */
export type Reader = (texts: readonly string[], command: Command) => Write | null;

/** @throws ApprovedPayloadError where the payload says more than the command can, or is not made of texts */
export function only(edited: Parameters, members: readonly string[], words: readonly unknown[]): Word[] {
  const other = Object.keys(edited).find((name) => !members.includes(name));
  if (other !== undefined) throw new ApprovedPayloadError(`the command has nothing to say ${other} with.`);
  return words.map((word) => {
    if (Buffer.isBuffer(word) || typeof word === 'string') return word;
    if (typeof word === 'number') return String(word);
    throw unusable('texts and numbers');
  });
}

export function unusable(wanted: string): ApprovedPayloadError {
  return new ApprovedPayloadError(`it has to have ${wanted}.`);
}

export function isWhole(text: string | undefined): boolean {
  return /^[1-9]\d{0,14}$/.test(text ?? '');
}
