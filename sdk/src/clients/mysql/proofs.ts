import { type Names, namesOf, tablesOfView } from '#sql/mysql/names';
import { isReading } from '#sql/mysql/reading';
import { tokensInEveryEncoding } from '#sql/mysql/tokens';
import { calledByTrigger } from '#sql/mysql/trigger-body';
import { RecentAnswers } from '../../wrapping/recent-answers.js';
import { rowsOf } from './asking.js';
import { READABLE, resolveNames } from './catalogue.js';
import type { Connection } from './connection-adapter.js';

/** A view or a function that another client replaces is noticed after this time. */
const VALID_MS = 10_000;
const DEEPEST = 16;

/** Keeps the catalogue's answers about the names of statements for a short time, because the catalogue changes. */
export class Proofs {
  readonly #answers = new RecentAnswers<boolean>(VALID_MS);

  /** Tells whether these names were proved to call nothing a short time ago, or whether there are none. */
  has(names: Names): boolean {
    return isEmpty(names) || this.#answers.get(keyOf(names)) === true;
  }

  /** Something runs or ran that may have changed the catalogue. */
  forget(): void {
    this.#answers.forget();
  }

  /**
   * Asks the catalogue whether these names call nothing but functions of the server that change nothing, and whether writing
   * changes no other rows.
   * @param place the connection that is asked, or its pool
   */
  async prove(names: Names, on: Connection, place: object): Promise<boolean> {
    return isEmpty(names) || this.#answers.ask(keyOf(names), place, () => callsNothing(names, on, 0));
  }
}

const isEmpty = ({ functions, relations }: Names) => functions.size + relations.size === 0;
const keyOf = ({ functions, relations, written, events }: Names) =>
  JSON.stringify([...[functions, relations, written].map((names) => [...names].sort()), events]);
const OBJECTIONS = ['function', 'engine', 'hidden'];

/** @param tables that exist, or whose kind is not known */
async function callsNothing(
  names: Names,
  on: Connection,
  depth: number,
  tables: readonly (readonly string[])[] = [],
): Promise<boolean> {
  if (isEmpty(names)) return true;
  const rows = depth < DEEPEST ? await rowsOf(resolveNames(names, depth === 0), on) : null;
  const [first, ...found] = (rows ?? []).map((row) => row.map(String));
  if (first?.[0] !== READABLE || found.some(([kind = '']) => OBJECTIONS.includes(kind))) return false;
  const seen = new Set(found.map(([, ...table]) => nameOf(table)));
  if (!tables.every((table) => seen.has(nameOf(table)))) return false;
  if (depth === 0 && !showsWritten(names, found)) return false;
  const ofKind = (...kinds: string[]) => found.filter(([kind = '']) => kinds.includes(kind));
  const viewsOf = (...kinds: string[]) => ofKind(...kinds).flatMap(([, , , query]) => viewOf(query ?? '') ?? []);
  const [views, changed] = [viewsOf('view', 'changed'), viewsOf('changed')];
  const triggers = ofKind('trigger').map(([, , , body]) => calledByTrigger(body ?? ''));
  if (views.length !== ofKind('viewed').length || triggers.includes(null)) return false;
  const union = (sets: readonly (ReadonlySet<string> | null)[]) => new Set(sets.flatMap((set) => [...(set ?? [])]));
  const inner: Names = {
    functions: union([...views.map(({ names: { functions } }) => functions), ...triggers]),
    relations: union(views.map(({ names: { relations } }) => relations)),
    written: union(changed.map(({ names: { relations } }) => relations)),
    events: names.events,
  };
  const within = views.flatMap((view) => view.tables);
  return callsNothing(inner, on, depth + 1, within);
}

/** A table that another client alters, or a temporary one, is not shown; neither are its triggers. */
function showsWritten({ written }: Names, found: readonly (readonly string[])[]): boolean {
  const names = new Set([...written].map((name) => name.toLowerCase()));
  return names.size === 0 || found.some(([, , name = '']) => names.has(name.toLowerCase()));
}

const nameOf = ([schema, name]: readonly string[]) => JSON.stringify([schema, name]).toLowerCase();

/** Returns the names in the query of a view; null if it may do more than read, or the user may not see it. */
function viewOf(query: string): { names: Names; tables: readonly (readonly string[])[] } | null {
  const tokens = tokensInEveryEncoding(query);
  const tables = tokens && isReading(tokens) ? tablesOfView(tokens) : null;
  return tokens && tables && { names: namesOf(tokens, () => []), tables };
}
