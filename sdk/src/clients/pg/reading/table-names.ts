import type { Node } from 'libpg-query';
import type { Classified } from './classify.js';

/** Notes the changes of the meaning of bare table names on the connections behind one wrapped pool or client. */
export class TableNames {
  /** Some connection may understand them differently than the service does. */
  anywhere = false;
  /** Some connection may read values in another way than the others, or understand names differently. */
  readingDiffers = false;
  /** It is not known which: a pool sent the statement to one of them. */
  everywhere = false;

  changeOnOne(): void {
    this.anywhere = true;
    this.readingDiffers = true;
  }

  changeOnUnknown(): void {
    this.anywhere = true;
    this.readingDiffers = true;
    this.everywhere = true;
  }
}

const CHANGING = ['DoStmt', 'CallStmt', 'ExecuteStmt', 'DiscardStmt'];

const READING = /time\s*zone|datestyle|intervalstyle|lc_monetary|standard_conforming_strings/i;

/** True for a statement that may change how the connection reads values, or which table a bare name means there. */
export function changesReading(classified: Classified, text: string): boolean {
  return changesTableNames(classified) || (classified.kind === 'session' && READING.test(text));
}

/** Answers as {@link changesReading} does, for changes that outlive the transaction. */
export function leavesReading(classified: Classified, text: string): boolean {
  return changesReading(classified, text) && !/^\s*set\s+local\b/i.test(text);
}

/** True for a statement that may move the search path, or put a temporary table in front of a real one. */
export function changesTableNames(classified: Classified): boolean {
  if (classified.kind === 'session') return classified.effects.some(({ type }) => type === 'names');
  if (classified.kind !== 'write') return false;
  const statements = classified.statement ? [classified.statement] : classified.statements;
  return statements === undefined || statements.some(writeChangesTableNames);
}

function writeChangesTableNames(statement: Node): boolean {
  if (CHANGING.some((kind) => kind in statement)) return true;
  const tree = JSON.stringify(statement);
  return tree.includes('"relpersistence":"t"') || tree.includes('"set_config"');
}
