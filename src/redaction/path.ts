import { PARTS, type Part } from './redaction.js';

/** The fault in a path, for its author. */
export class InvalidPathError extends Error {
  override readonly name = 'InvalidPathError';
}

export interface ParsedPath {
  /** Null for every part of a call. */
  readonly part: Part | null;
  readonly names: readonly string[];
}

const MOST_CHARACTERS = 255;
const MOST_NAMES = 10;

/**
 * Reads the path of a rule, such as `payload.card.number`, `response.items.*.secret` or `*.**.ssn`.
 * @throws InvalidPathError
 */
export function parsePath(path: string): ParsedPath {
  if (path.length > MOST_CHARACTERS) throw new InvalidPathError(`is longer than ${MOST_CHARACTERS} characters`);
  const [first = '', ...names] = path.split('.');
  const part = PARTS.find((one) => one === first) ?? null;
  if (part === null && first !== '*') throw new InvalidPathError(`must begin with one of ${PARTS.join(', ')} or *`);
  if (names.length === 0) throw new InvalidPathError(`must name a member, as ${first}.name does`);
  if (names.length > MOST_NAMES) throw new InvalidPathError(`has more than ${MOST_NAMES} names`);
  if (names.some((name) => name.trim() === '')) throw new InvalidPathError('has an empty name');
  if (names.some((name) => name.includes('*') && name !== '*' && name !== '**'))
    throw new InvalidPathError('mixes * with other characters');
  if (names.at(-1) === '**') throw new InvalidPathError('must end with a name or *');
  if (names.some((name, index) => name === '**' && names[index + 1] === '**'))
    throw new InvalidPathError('has ** twice in a row');
  return { part, names };
}
