/**
 * The things that a call acts on, read from its arguments by a connector: the same things, however the arguments spell
 * them.
 */

/** Facts that are read from the arguments alone. */
export const FACT_NAMES = [
  'target.table',
  'target.path',
  'target.key',
  'target.bucket',
  'target.repository',
  'statement.verb',
] as const;
export type FactName = (typeof FACT_NAMES)[number];

/** A table, path, key, … that a call names. */
export interface Thing {
  /**
   * Each way in which the provider may read the name, the canonical one first. A policy that restricts matches by any of
   * them, a policy that allows has to match all.
   */
  readonly readings: readonly string[];
  /** Further names that may mean it. Only policies that restrict compare them. */
  readonly aliases?: readonly string[];
  /** True when the provider supplies the part before the name, such as the schema of a table. */
  readonly isPartial?: boolean;
}

/** All things of one kind that a call touches. `unknown`: the arguments do not show them, so it may be any. */
export type FactValue = readonly Thing[] | 'unknown';

/** A missing name means that the call touches nothing of the kind. */
export type CallFacts = Readonly<Partial<Record<FactName, FactValue>>>;

export interface ReadCall {
  readonly apiName: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Operations that calls of another operation, which takes any statement, may do as well. */
export interface Covers {
  readonly apiName: string;
  /** The operation by the verb of the statement. */
  readonly byVerb: Readonly<Record<string, string>>;
  /** Verbs that do what none of the operations does. Every other verb may do what any of them does. */
  readonly others: ReadonlySet<string>;
}

/** A connector's reader of facts. `of` reaches no provider and uses no statement of the agent about the call. */
export interface FactReader {
  /** The facts that calls of this connector may have. */
  readonly names: readonly FactName[];
  of(call: ReadCall): CallFacts | Promise<CallFacts>;
  readonly covers?: Covers;
}

/** The reader of a connector whose things have one spelling: their ids are the provider's own. */
export const NO_FACTS: FactReader = { names: [], of: () => ({}) };

/**
 * Arguments that name the same thing as a fact. A policy that restricts and compares such an argument also compares the
 * fact (docs/contract.md, "Facts").
 */
export const FACT_OF_ARGUMENT: ReadonlyMap<string, FactName> = new Map([
  ['table', 'target.table'],
  ['TableName', 'target.table'],
  ['path', 'target.path'],
  ['url', 'target.path'],
  ['key', 'target.key'],
  ['keys', 'target.key'],
  ['newKey', 'target.key'],
  ['Key', 'target.key'],
  ['Bucket', 'target.bucket'],
]);

export const allUnknown = (names: readonly FactName[]): CallFacts =>
  Object.fromEntries(names.map((name) => [name, 'unknown' as const]));

/** The operations that a call does, by its own words, besides the one that it is. */
export function doneBy({ byVerb, others }: Covers, facts: CallFacts): readonly string[] {
  const verbs = facts['statement.verb'] ?? 'unknown';
  const all = [...new Set(Object.values(byVerb))];
  if (verbs === 'unknown') return all;
  const done = new Set<string>();
  for (const { readings, aliases = [] } of verbs) {
    const known = [...readings, ...aliases].flatMap((verb) => byVerb[verb] ?? []);
    if (known.length === 0 && !readings.every((verb) => others.has(verb))) return all;
    for (const operation of known) done.add(operation);
  }
  return [...done];
}

/** Each text as a thing of its own; unknown when one is no text. */
export function things(texts: readonly unknown[]): FactValue {
  const known = texts.filter((text): text is string => typeof text === 'string' && text !== '');
  return known.length === texts.length ? [...new Set(known)].map((text) => ({ readings: [text] })) : 'unknown';
}

/** Joins all values; the result is unknown when one of them is. */
export function together(values: readonly FactValue[]): FactValue {
  const known = values.filter((value) => value !== 'unknown');
  return known.length === values.length ? known.flat() : 'unknown';
}
