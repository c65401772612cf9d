import type { Node } from 'libpg-query';
import type { Classified } from './classify.js';

/** What has become of bare table names on the connections behind one wrapped pool or client. */
export class TableNames {
  /** Some connection may understand them differently than the service does. */
  anywhere = false;
  /** It is not known which: a pool sent the statement to one of them. */
  everywhere = false;

  changeOnOne(): void {
    this.anywhere = true;
  }

  changeOnUnknown(): void {
    this.anywhere = true;
    this.everywhere = true;
  }
}

const CHANGING = ['DoStmt', 'CallStmt', 'ExecuteStmt', 'DiscardStmt'];

/** True for what may move the search path, or put a temporary table in front of a real one. */
export function changesTableNames(classified: Classified): boolean {
  if (classified.kind === 'session') return classified.effects.some(({ type }) => type === 'names');
  return classified.kind === 'write' && writeChangesTableNames(classified.statement);
}

function writeChangesTableNames(statement: Node | null): boolean {
  if (statement === null || CHANGING.some((kind) => kind in statement)) return true;
  const tree = JSON.stringify(statement);
  return tree.includes('"relpersistence":"t"') || tree.includes('"set_config"');
}
