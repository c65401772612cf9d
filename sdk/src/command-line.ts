import { parseArgs } from 'node:util';

/** The message is for the person who typed the command. */
export class UsageError extends Error {}

/** The options of a command, by their names without dashes, and its other words. */
export interface CommandLine {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly words: readonly string[];
}

/**
 * @param flags names of options without a value @param values names of options with one
 * @throws UsageError
 */
export function readCommandLine(
  args: readonly string[],
  known: { readonly flags: readonly string[]; readonly values: readonly string[] },
): CommandLine {
  const options = Object.fromEntries([
    ...known.flags.map((name) => [name, { type: 'boolean' }] as const),
    ...known.values.map((name) => [name, { type: 'string' }] as const),
  ]);
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const given = Object.entries(values);
    return {
      flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
      values: new Map(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
      words: positionals,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
