import type { EntityManager } from 'typeorm';

const BATCH_ROWS = 200;
/** A batch ends with the row that reaches this number of characters. */
const BATCH_CHARACTERS = 1_000_000;

/** A row as a file has it. */
export interface WrittenRow {
  readonly table: string;
  readonly line: string;
}

/**
 * Inserts rows as they were written: no trigger counts, tells or changes them. A table comes after those to which it
 * refers; a row may refer to a later one of its table.
 * @throws when a table is none of these
 */
export async function insertRows(
  em: EntityManager,
  tables: readonly string[],
  rows: AsyncIterable<WrittenRow>,
): Promise<void> {
  await em.query("SELECT set_config('app.rows_as_written', 'on', true)");
  await em.query('SET CONSTRAINTS ALL DEFERRED');
  let [open, lines, characters]: [string, string[], number] = ['', [], 0];
  const flush = async () => {
    if (lines.length > 0) await em.query('SELECT put_rows($1, $2)', [open, `[${lines.join(',')}]`]);
    [lines, characters] = [[], 0];
  };
  for await (const { table, line } of rows) {
    if (table !== open || lines.length === BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush();
    if (!tables.includes(table)) throw new Error(`This release has no table ${table} of organizations.`);
    open = table;
    lines.push(line);
    characters += line.length;
  }
  await flush();
  await em.query('SET CONSTRAINTS ALL IMMEDIATE');
  await em.query("SELECT set_config('app.rows_as_written', 'off', true)");
}
