import { inDependencyOrder, nameOfSource, type SqlSource, type SqlSourceName } from './sql-source.js';

/** Path and hash of each source that a database holds. */
export type AppliedSources = ReadonlyMap<string, string>;

/**
 * The steps that `migrate` takes with the sources, in this order; the numbered files run between the two lists to
 * apply.
 */
export interface SqlPlan {
  /** Triggers and views. */
  readonly dropFirst: readonly SqlSourceName[];
  readonly applyBeforeTables: readonly SqlSource[];
  readonly applyAfterTables: readonly SqlSource[];
  /** Functions. */
  readonly dropLast: readonly SqlSourceName[];
  /** Paths of functions that another module's folder holds now. */
  readonly forget: readonly SqlSourceName[];
}

/** The numbered files call the functions of this module. */
export const isForTables = ({ kind, module }: SqlSourceName) => kind === 'function' && module === 'platform';

/**
 * Applies only changed sources again, with two exceptions. PostgreSQL cannot change a column or a function that a view
 * uses, so every change drops all views first and creates them again. It cannot change a column that a trigger names
 * either, so all triggers are dropped before numbered files run.
 */
export function planSources(
  sources: readonly SqlSource[],
  applied: AppliedSources,
  { tablesChange }: { tablesChange: boolean },
): SqlPlan {
  const here = new Set(sources.map(({ path }) => path));
  const left = [...applied.keys()].filter((path) => !here.has(path)).map(nameOfSource);
  const leftFunctions = left.filter(isFunction);
  const functions = new Set(sources.filter(isFunction).map(({ name }) => name));
  const isChanged = ({ path, hash }: SqlSource) => applied.get(path) !== hash;
  const changes = tablesChange || left.length > 0 || sources.some(isChanged);
  const isRecreated = (source: SqlSource) => (changes && isView(source)) || (tablesChange && isTrigger(source));
  const apply = inDependencyOrder(sources).filter((source) => isChanged(source) || isRecreated(source));
  return {
    dropFirst: [...left.filter(({ kind }) => kind !== 'function'), ...sources.filter(isRecreated)],
    applyBeforeTables: apply.filter(isForTables),
    applyAfterTables: apply.filter((source) => !isForTables(source)),
    dropLast: leftFunctions.filter(({ name }) => !functions.has(name)),
    forget: leftFunctions.filter(({ name }) => functions.has(name)),
  };
}

const isFunction = ({ kind }: SqlSourceName) => kind === 'function';
const isTrigger = ({ kind }: SqlSourceName) => kind === 'trigger';
const isView = ({ kind }: SqlSourceName) => kind === 'view';
