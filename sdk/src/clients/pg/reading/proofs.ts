import { functionsCalledBy, writesOfTable } from '#sql/postgres/catalogue';
import { inspect, type Names } from '#sql/postgres/findings';
import { type Catalogue, isEmpty, objectionTo, UNKNOWN } from '#sql/postgres/proof';
import type { Question } from '#sql/postgres/question';
import { statementsOf } from '#sql/postgres/trigger-function';
import { effectsOfWrites, type Written, writtenBy } from '#sql/postgres/written';
import type { AgentConnection } from '../../../asking/gate.js';
import { RecentAnswers } from '../../../wrapping/recent-answers.js';
import type { Queryable } from '../client/objects.js';
import type { SqlParser } from './parser.js';

/** The additions that a statement allows without a change of its effect. */
export interface TableFacts {
  /** Its rows may be counted. */
  readonly readable: boolean;
  /** RETURNING * adds nothing but the rows. */
  readonly returnable: boolean;
  /** The server tells the replaced rows as well: RETURNING old.* */
  readonly returnsOld: boolean;
  /** The connection's description of itself, and the table that the name means there; null if the server gives none. */
  readonly connection: AgentConnection | null;
}

const NOTHING: TableFacts = { readable: false, returnable: false, returnsOld: false, connection: null };
/** A function that another client replaces is noticed after this time. */
const VALID_MS = 10_000;
/** The answers are kept for all connections, whose search paths differ. */
const READ = { isWrite: false, anywhere: true };
const WRITE = { isWrite: true, anywhere: true };
const VERSION_WITH_OLD = 180_000;

/** Keeps the catalogue's answers about names of one database for a short time, because the catalogue changes. */
export class Proofs {
  readonly #answers = new RecentAnswers<boolean>(VALID_MS);
  /** The tables by connection: a name may mean another table on each. */
  #tables = new WeakMap<object, RecentAnswers<TableFacts>>();

  /** Tells whether this text, of these names, was proved to be a read a short time ago, or has no names. */
  has(text: string, names: Names): boolean {
    return isEmpty(names) || this.#answers.get(text) === true;
  }

  /** Something ran that may have changed the catalogue. */
  forget(): void {
    this.#answers.forget();
    this.#tables = new WeakMap();
  }

  /** This connection may mean other tables, or read values in another way, than it did. */
  forgetConnection(on: object): void {
    this.#tables.delete(on);
  }

  /** Asks the catalogue whether these names, of this text, call only the functions that they seem to call. */
  async prove(text: string, names: Names, parser: SqlParser, on: Queryable): Promise<boolean> {
    return (
      isEmpty(names) ||
      this.#answers.ask(text, on, async () => (await objectionTo(names, catalogueOf(parser, on), READ)) === null)
    );
  }

  /** Asks the catalogue whether a statement changes no rows but those that its text says. */
  async proveWrite(statement: unknown, parser: SqlParser, on: Queryable): Promise<boolean> {
    const { names, callsUnknown } = inspect([statement], 'own read');
    if (callsUnknown) return false;
    const written = writtenBy(statement);
    // Texts that differ in their values alone are proved together.
    const key = JSON.stringify([written, functionsCalledBy(names, WRITE).values]);
    if (written.length === 0 && isEmpty(names)) return true;
    return this.#answers.ask(key, on, async () => {
      const reached = written.length === 0 ? names : await namesReached(statement, written, parser, on);
      return reached !== null && (await objectionTo(reached, catalogueOf(parser, on), WRITE)) === null;
    });
  }

  /** @param name null: only the connection is asked about */
  async ofTable(schema: string | null, name: string | null, on: Queryable): Promise<TableFacts> {
    const known = this.#tables.get(on) ?? new RecentAnswers<TableFacts>(VALID_MS);
    this.#tables.set(on, known);
    try {
      return await known.ask(JSON.stringify([schema, name]), on, async () => {
        const [row] = await rowsOf(writesOfTable(schema, name), on);
        return row === undefined ? NOTHING : factsOf(row);
      });
    } catch {
      // The connection or its transaction has failed: the statement itself tells how.
      return NOTHING;
    }
  }
}

function factsOf([count, readable, returnable, version, ...connection]: readonly (string | null)[]): TableFacts {
  return {
    readable: readable === 'true',
    returnable: returnable === 'true',
    returnsOld: count !== '0' && Number(version) >= VERSION_WITH_OLD,
    connection: connectionOf(connection),
  };
}

function connectionOf(row: readonly (string | null)[]): AgentConnection {
  const [server, database, path, timeZone, dateStyle, intervalStyle, monetaryLocale, strings, table] = row.map(String);
  const [schema, id, temporary] = JSON.parse(row.at(-1) == null ? '[]' : String(table)) as string[];
  return {
    server: String(server),
    ...(database !== undefined && { database }),
    ...(schema !== undefined && id !== undefined && { table: { schema, id, temporary: temporary === 'true' } }),
    path: JSON.parse(path ?? '[]'),
    settings: known({ timeZone, dateStyle, intervalStyle, monetaryLocale, standardConformingStrings: strings }),
  };
}

function known(settings: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).filter((setting): setting is [string, string] => setting[1] !== undefined),
  );
}

/** Returns the names in a statement, with all that its writing reaches; null if something there may change rows. */
async function namesReached(
  statement: unknown,
  written: readonly Written[],
  parser: SqlParser,
  on: Queryable,
): Promise<Names | null> {
  const rows = await rowsOf(effectsOfWrites(written), on);
  if (rows.some(([objection]) => objection !== null)) return null;
  const trees = rows.flatMap(([, query]) => (query ? [treesOf(query, parser) ?? UNKNOWN] : []));
  const run = rows.flatMap(([, , , , trigger]) => (trigger ? runBy(trigger, parser) : []));
  const { names, callsUnknown } = inspect([statement, ...trees, ...run], 'own read');
  if (callsUnknown || writtenBy(run).length > 0) return null;
  const relations = rows.flatMap(([, , schema = null, name]) => (name ? [{ schema, name }] : []));
  const reached = relations.map((relation) => [JSON.stringify(relation), relation] as const);
  return { ...names, relations: new Map([...names.relations, ...reached]) };
}

const catalogueOf = (parser: SqlParser, on: Queryable): Catalogue => ({
  ask: (question) => rowsOf(question, on),
  treesOf: async (sql) => treesOf(sql, parser),
});

/** Returns the parsed tree; null if the grammar does not know the text. */
function treesOf(text: string, parser: SqlParser): readonly unknown[] | null {
  try {
    const trees = parser.parse(text);
    return trees.length === 0 ? null : trees;
  } catch {
    return null;
  }
}

/** Returns the expressions that a trigger function evaluates. */
function runBy(definition: string, parser: SqlParser): unknown[] {
  try {
    const statements = statementsOf(parser.parseFunction(definition));
    return statements?.map((text) => treesOf(text, parser) ?? UNKNOWN) ?? [UNKNOWN];
  } catch {
    return [UNKNOWN];
  }
}

async function rowsOf({ text, values }: Question, on: Queryable): Promise<readonly (string | null)[][]> {
  const { rows } = await on.query({ text, values: [...values], rowMode: 'array', types: AS_TEXT });
  return rows as (string | null)[][];
}

const AS_TEXT = { getTypeParser: () => (value: unknown) => value };
