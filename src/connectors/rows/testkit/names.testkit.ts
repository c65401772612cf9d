import type { JsonObject } from '../../connector.js';
import { transientMemory } from '../../undo-memory.js';
import type { RowsWorld } from './rows.testkit.js';

/** The result of a call that names a table in this form. */
export type ExpectedResult =
  /** It is captured, and the undo restores exactly the values that the statement changed. */
  | 'undone'
  /** It is not captured, whatever the statement does. */
  | 'refused';

interface Named {
  readonly start: () => Promise<RowsWorld>;
  readonly quote: (name: string) => string;
  /** Statements that make tables; each has the columns `id` and `note`. */
  readonly tables: readonly string[];
  readonly others?: readonly string[];
  readonly names: readonly (readonly [name: string, fate: ExpectedResult])[];
}

/** Tests that a capture under a name reads the table that the server reads under the same name. */
export function namesReachTheirTable({ start, quote, tables, others = [], names }: Named): void {
  const quoted = (name: string) => name.split('.').map(quote).join('.');
  let world: RowsWorld;

  const state = async () => {
    const all: unknown[] = [];
    for (const table of tables) all.push([table, await world.sql(`SELECT id, note FROM ${quoted(table)} ORDER BY id`)]);
    return all;
  };
  /** True when the server takes the statement, with the name quoted as the agent's client does. */
  const act = (name: string) =>
    world.sql(`UPDATE ${quoted(name)} SET note = 'of the agent' WHERE id = 1`).then(
      () => true,
      () => false,
    );

  beforeAll(async () => {
    world = await start();
    await world.clear();
    for (const sql of others) await world.sql(sql);
    for (const table of tables) {
      await world.sql(`CREATE TABLE ${quoted(table)} (id int PRIMARY KEY, note varchar(40))`);
      await world.sql(`INSERT INTO ${quoted(table)} (id, note) VALUES (1, 'of a person'), (2, 'of a person')`);
    }
  });
  afterAll(() => world.stop());

  it.each(names)('%j is %s', async (name, fate) => {
    const { connector, context } = world;
    const apiName = `${connector.id}.rows.update`;
    const payload: JsonObject = { table: name, match: { id: 1 }, values: { note: 'of the agent' } };
    const before = await state();
    const captured = await connector.capture({ apiName, payload }, context);
    expect([name, captured.captured ? 'undone' : 'refused', captured]).toEqual([name, fate, captured]);
    if (!captured.captured) return;
    expect(await act(name)).toBe(true);
    expect(await state()).not.toEqual(before);
    const snapshot = JSON.parse(JSON.stringify(captured.content));
    const effect = { apiName, payload, response: { rowCount: 1, affectedRows: 1 }, snapshot };
    const report = await connector.undo(effect, 'skip', { ...context, memory: transientMemory() });
    expect([report.outcome, await state()]).toEqual(['done', before]);
  });

  it.each(names)('%j changes nothing where the agent reports what it never did', async (name) => {
    const { connector, context } = world;
    const apiName = `${connector.id}.rows.delete`;
    const payload: JsonObject = { table: name, match: { id: 1 } };
    const captured = await connector.capture({ apiName, payload }, context);
    const snapshot = captured.captured ? JSON.parse(JSON.stringify(captured.content)) : null;
    const before = await state();
    const effect = { apiName, payload, response: { rowCount: 1, affectedRows: 1 }, snapshot };
    await connector.undo(effect, 'skip', { ...context, memory: transientMemory() }).catch(() => undefined);
    expect(await state()).toEqual(before);
  });
}
