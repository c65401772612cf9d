import { parse, parsePlPgSQL } from 'libpg-query';
import { expressionsIn } from '../owners/statement-tables.js';
import { Carrying, callsIn, type Reach } from './carrying.js';
import type { Routine, Schema } from './relations.js';
import { everyNode, inside } from './tree.js';

export interface Reached extends Reach {
  /** The function or view that the statement stands in; null: the service sent it. */
  readonly routine: string | null;
  readonly statement: string;
}

export interface Reading {
  readonly reached: readonly Reached[];
  /** Functions that run past row-level security, which only look identifiers up. */
  readonly lookups: ReadonlySet<string>;
  /** Functions that execute statements that are known only at run time. */
  readonly dynamic: ReadonlySet<string>;
}

/**
 * Returns the accesses of statements, including those in the functions they call, the triggers they fire and the views
 * they read, each once.
 */
export async function read(statements: readonly string[], schema: Schema): Promise<Reading> {
  const reached: Reached[] = [];
  const lookups = new Set<string>();
  const dynamic = new Set<string>();
  const seen = new Set<string>();

  const readText = async (text: string, routine: string | null, variables: ReadonlySet<string>, ofView: boolean) => {
    for (const { stmt } of (await parse(text)).stmts ?? []) {
      const carrying = new Carrying(schema, variables, ofView);
      carrying.read(stmt);
      for (const reach of carrying.reaches) {
        reached.push({ ...reach, routine, statement: text });
        for (const fired of schema.triggers.get(`${reach.verb} ${reach.relation}`) ?? []) await readRoutine(fired);
      }
      for (const called of callsIn(stmt)) await readRoutine(called);
      for (const { relname } of everyNode(stmt, 'RangeVar')) await readView(String(relname));
    }
  };

  const readView = async (name: string) => {
    const definition = schema.relations.get(name)?.definition;
    if (!definition || seen.has(`view ${name}`)) return;
    seen.add(`view ${name}`);
    await readText(definition, name, new Set(), true);
  };

  const readRoutine = async (name: string) => {
    const routine = schema.routines.get(name);
    if (!routine || seen.has(name)) return;
    seen.add(name);
    if (routine.isLookup) {
      lookups.add(name);
      return;
    }
    const { texts, variables, isDynamic } = await bodyOf(routine);
    if (isDynamic) dynamic.add(name);
    for (const text of texts) await readText(text, name, variables, false);
  };

  for (const text of new Set(statements)) await readText(text, null, new Set(), false);
  return { reached, lookups, dynamic };
}

interface Body {
  readonly texts: readonly string[];
  readonly variables: ReadonlySet<string>;
  readonly isDynamic: boolean;
}

async function bodyOf({ text, isSql, parameters }: Routine): Promise<Body> {
  const given = new Set(['new', 'old', ...parameters.map((name) => name.toLowerCase())]);
  if (isSql) return { texts: [await sqlBodyOf(text)], variables: given, isDynamic: false };
  const program = await parsePlPgSQL(text);
  for (const kind of ['PLpgSQL_var', 'PLpgSQL_rec', 'PLpgSQL_row'])
    for (const { refname } of everyNode(program, kind)) given.add(String(refname).toLowerCase());
  const isDynamic = /"(PLpgSQL_stmt_dyn\w+|dynquery)":/.test(JSON.stringify(program));
  return { texts: expressionsIn(program), variables: given, isDynamic };
}

async function sqlBodyOf(create: string): Promise<string> {
  const { stmts } = await parse(create);
  const [written] = everyNode(stmts, 'DefElem')
    .filter(({ defname }) => defname === 'as')
    .map(({ arg }) => everyNode(arg, 'String')[0]?.sval);
  if (typeof written !== 'string') throw new Error(`The body of ${String(inside(stmts, '0'))} is no text.`);
  return written;
}
