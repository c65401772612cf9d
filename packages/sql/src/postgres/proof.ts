/** Proves by the catalogue of a database that the names of a statement mean what they seem to mean. */
import { functionsCalledBy, type Terms } from './catalogue.js';
import { inspect, type Names } from './findings.js';
import { runWhenPlanned } from './planned.js';
import type { Question } from './question.js';

export interface Catalogue {
  /** The rows of an answer, every value as text. */
  ask(question: Question): Promise<readonly (readonly (string | null)[])[]>;
  /** Returns the statements of a text; null if the grammar does not know it. */
  treesOf(sql: string): Promise<readonly unknown[] | null>;
}

const DEEPEST = 16;
/** A node that is not known to be harmless: it stands for a text that the grammar does not know. */
export const UNKNOWN = { FuncCall: {} };

/**
 * Returns the reason why these names may call anything; null if they call only the functions that they seem to call.
 */
export async function objectionTo(names: Names, catalogue: Catalogue, terms: Terms): Promise<string | null> {
  return isEmpty(names) ? null : objectionAt(0, names, catalogue, terms);
}

async function objectionAt(depth: number, names: Names, catalogue: Catalogue, terms: Terms): Promise<string | null> {
  const rows = await catalogue.ask(functionsCalledBy(names, terms));
  const objection = rows.find(([why]) => why !== null)?.[0];
  if (objection) return objection;
  const trees: unknown[] = [];
  for (const [, query, planned] of rows) {
    if (query) trees.push((await catalogue.treesOf(query)) ?? UNKNOWN);
    if (planned) trees.push(runWhenPlanned((await catalogue.treesOf(planned)) ?? UNKNOWN));
  }
  if (trees.length === 0) return null;
  if (depth >= DEEPEST) return 'what is called calls more than can be followed';
  const found = inspect(trees, 'own read');
  return found.objection ?? objectionAt(depth + 1, found.names, catalogue, terms);
}

export function isEmpty({ functions, operators, types, fields, members, relations }: Names): boolean {
  return functions.size + operators.size + types.size + fields.size + members.size + relations.size === 0;
}
