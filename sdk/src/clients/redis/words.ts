export type Word = string | Buffer;

/** A command as it is sent. */
export interface Command {
  /** The command's name in lower case. */
  readonly name: string;
  readonly words: readonly Word[];
}

/** Builds the command that ioredis makes from the arguments of a method. */
export function commandOf(method: unknown, args: readonly unknown[]): Command {
  const name = String(method).toLowerCase();
  return { name, words: spread(name, args.flat()).map(wordOf) };
}

/** A command with the name that is sent, read once. */
export interface Named extends Command {
  readonly called: string;
}

/** Names and words that no caller can change any more. */
export function named(method: unknown, args: readonly unknown[]): Named {
  const called = String(method);
  return { ...commandOf(called, args), called };
}

function spread(name: string, args: readonly unknown[]): readonly unknown[] {
  if (/^(mset|msetnx)$/.test(name) && args.length === 1) return pairsOf(args[0]) ?? args;
  if (/^(hset|hmset)$/.test(name) && args.length === 2) return [args[0], ...(pairsOf(args[1]) ?? [args[1]])];
  return args;
}

function pairsOf(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null) return null;
  return value instanceof Map ? [...value].flat() : Object.entries(value).flat();
}

function wordOf(arg: unknown): Word {
  if (Buffer.isBuffer(arg)) return Buffer.from(arg);
  return arg === null || arg === undefined ? '' : String(arg);
}

/** Returns the word as text; null if its bytes are not UTF-8. */
export function textOf(word: Word | undefined): string | null {
  if (word === undefined || typeof word === 'string') return word ?? null;
  const text = word.toString('utf8');
  return Buffer.from(text, 'utf8').equals(word) ? text : null;
}
