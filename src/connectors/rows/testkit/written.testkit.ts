import fc from '../../../../test/support/properties.js';
import type { Effect, Json, JsonObject } from '../../connector.js';
import type { RowsWorld } from './rows.testkit.js';

/** Values that no client but the agent names. */
const SAID = { n: 1_000_000, name: 'admin' };

type Row = Record<string, string | null>;
type Story = ReturnType<typeof stories>[number];

/** The calls that an agent asks for, with the results that it reports; none of them runs. */
function stories(schema: string, numRuns: number) {
  const table = `${schema}.accounts`;
  const id = fc.constantFrom(1, 2, 900);
  const values = fc.record({ n: fc.constantFrom(SAID.n, 7), name: fc.constantFrom(SAID.name, 'x') });
  const call = fc.oneof(
    fc.record({
      verb: fc.constant('rows.insert'),
      payload: fc.tuple(id, values).map(([key, row]) => ({ table, values: { id: key, ...row } })),
    }),
    fc.record({
      verb: fc.constant('rows.update'),
      payload: fc.tuple(id, values).map(([key, row]) => ({ table, match: { id: key }, values: row })),
    }),
    fc.record({
      verb: fc.constant('rows.update'),
      payload: id.map((key) => ({ table, match: { id: key }, values: { n: `n + ${SAID.n}` }, expressions: ['n'] })),
    }),
    fc.record({ verb: fc.constant('rows.delete'), payload: id.map((key) => ({ table, match: { id: key } })) }),
    fc.record({
      verb: fc.constant('query'),
      payload: fc
        .tuple(
          fc.constantFrom(
            `UPDATE ${table} SET n = n + ${SAID.n}`,
            `UPDATE ${table} SET name = '${SAID.name}'`,
            `DELETE FROM ${table}`,
          ),
          id,
        )
        .map(([sql, key]) => ({ sql: `${sql} WHERE id = ${key}`, values: [] })),
    }),
    fc.constant({
      verb: 'query',
      payload: { sql: `INSERT INTO ${table} VALUES (900, ${SAID.n}, '${SAID.name}')`, values: [] },
    }),
  ) as fc.Arbitrary<{ verb: string; payload: JsonObject }>;
  const response = fc.constantFrom<Json>(
    null,
    { rowCount: 1 },
    { affectedRows: 1, insertId: 900 },
    { rowCount: 1, rows: [{ id: 900, ...SAID }], before: [{ id: 900, ...SAID }] },
    { rowCount: 1, rows: [{ id: 1, ...SAID }], before: [{ id: 1, n: 10, name: SAID.name }] },
  );
  const meanwhile = fc.constantFrom(
    '',
    `UPDATE ${table} SET n = n + 5`,
    `UPDATE ${table} SET n = n + ${SAID.n} WHERE id = 1`,
    `UPDATE ${table} SET name = '${SAID.name}' WHERE id = 1`,
    `DELETE FROM ${table} WHERE id = 1`,
    `INSERT INTO ${table} VALUES (900, 3, 'theirs')`,
  );
  const onConflict = fc.constantFrom('skip' as const, 'force' as const);
  const story = fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 3 }), response, meanwhile, onConflict });
  return fc.sample(story, { numRuns, seed: 39 });
}

const cellsOf = (rows: readonly Row[]) =>
  new Set(rows.flatMap((row) => Object.entries(row).map((one) => JSON.stringify(one))));

/**
 * Tests calls that never ran: in every dialect their undo writes no value of an agent.
 * @param size the number of stories of calls that are tried
 */
export function writesOnlyWhatWasCaptured(start: () => Promise<RowsWorld>, size: number): void {
  let world: RowsWorld;
  const all = () => world.sql('SELECT * FROM accounts ORDER BY id');

  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());

  async function begin(): Promise<Row[]> {
    await world.clear();
    await world.sql('CREATE TABLE accounts (id int PRIMARY KEY, n int, name varchar(20))');
    await world.sql("INSERT INTO accounts VALUES (1, 10, 'a'), (2, 20, 'b')");
    return all();
  }

  /** Captures each call as one transaction would, where those before it are not confirmed yet. */
  async function recordedCalls({ calls, response }: Story): Promise<Effect[]> {
    const effects: Effect[] = [];
    for (const { verb, payload } of calls) {
      const apiName = `${world.connector.id}.${verb}`;
      const context = {
        ...world.context,
        unconfirmed: async () => effects.map((one) => ({ ...one, response: undefined })),
      };
      const captured = await world.connector.capture({ apiName, payload }, context);
      const snapshot = captured.captured ? (JSON.parse(JSON.stringify(captured.content)) as JsonObject) : null;
      effects.push({ apiName, payload, response, snapshot });
    }
    return effects;
  }

  /** Cells that stood there neither before the calls nor right before their undo. */
  async function newAfter(story: Story, plant?: string): Promise<string[]> {
    const before = cellsOf(await begin());
    const effects = await recordedCalls(story);
    if (story.meanwhile) await world.sql(story.meanwhile);
    const now = cellsOf(await all());
    for (const effect of effects.reverse()) await world.connector.undo(effect, story.onConflict, world.context);
    if (plant) await world.sql(plant);
    return [...cellsOf(await all())].filter((cell) => !before.has(cell) && !now.has(cell));
  }

  it('an undo of calls that never ran writes only what was captured or stands there', async () => {
    const tried = new Set<string>();
    for (const story of stories(world.schema, size)) {
      for (const { verb } of story.calls) tried.add(verb);
      expect([story, await newAfter(story)]).toEqual([story, []]);
    }
    const operations = world.connector.operations.filter(({ reversibility }) => reversibility !== 'none');
    expect([...tried].map((verb) => `${world.connector.id}.${verb}`)).toEqual(
      expect.arrayContaining(operations.map(({ apiName }) => apiName)),
    );
  });

  it('a row made of a payload would be noticed', async () => {
    const [story] = stories(world.schema, 1);
    if (!story) throw new Error('no story was drawn');
    const planted = "INSERT INTO accounts VALUES (901, 1, 'planted')";
    expect(await newAfter(story, planted)).toContain('["name","planted"]');
  });
}
