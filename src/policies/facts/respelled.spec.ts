import { sized } from '../../../test/support/campaign-size.js';
import fc from '../../../test/support/properties.js';
import { CONNECTORS } from '../../connectors/all.js';
import type { CallFacts, ReadCall } from '../../connectors/facts/facts.js';
import { compilePolicies } from '../matcher.js';
import type { Comparison, PolicySubject } from '../policy.js';

const NO_WINDOWS = { sessionId: 's', simulated: false, holds: new Map() };

const RUNS = sized({ short: 300, full: 5_000 });

type Read = (call: ReadCall) => CallFacts | Promise<CallFacts>;

/** Reads a call as the service does. */
const read: Read = (call) => CONNECTORS.find(({ id }) => call.apiName.startsWith(`${id}.`))?.facts.of(call) ?? {};
/** Reads a call as a service would that believes the arguments. */
const unread: Read = () => ({});

/** Reads a call as a service would that knows a table only by its plain name in lower case. */
const plainlyRead: Read = async (call) => {
  const facts = await read(call);
  const { sql } = call.payload;
  const [, table] = /\b(?:FROM|INTO|UPDATE|TRUNCATE)\s+([a-z_]+)\s/.exec(`${String(sql)} `) ?? [];
  const plain = { readings: table ? [`public.${table}`] : [], aliases: table ? [table] : [] };
  return { ...facts, 'target.table': [plain] };
};

/** True when a policy that restricts holds for a call. */
async function holds(
  comparison: Comparison,
  apiName: string,
  payload: Record<string, unknown>,
  reader: Read = read,
): Promise<boolean> {
  const facts = await reader({ apiName, payload });
  const subject: PolicySubject = {
    ...{ apiName, operationType: 'EXECUTE', payload, agentId: 'a', driftScore: null, reversibility: 'none' },
    ...{ driftPercentile: null, captureFailed: false, facts, at: new Date(), session: null, windows: NO_WINDOWS },
  };
  const rule = { id: 'p', apiNamePattern: '*', condition: comparison, action: 'BLOCK', enabled: true } as const;
  return compilePolicies([{ ...rule, mode: 'enforce', reason: null }])(subject).decision === 'BLOCK';
}

const names = fc.constantFrom('customers', 'orders', 'order_items', 'stock');
const operators = (texts: fc.Arbitrary<string>) =>
  fc.oneof(
    texts.map((value) => ({ operator: 'eq', value }) as const),
    fc.array(texts, { minLength: 1, maxLength: 3 }).map((value) => ({ operator: 'in', value }) as const),
    texts.chain((text) =>
      fc.nat(text.length).map((end) => ({ operator: 'starts_with', value: text.slice(0, end) }) as const),
    ),
    texts.chain((text) => fc.nat(text.length).map((at) => ({ operator: 'ends_with', value: text.slice(at) }) as const)),
    texts.map((value) => ({ operator: 'contains', value }) as const),
    texts.chain((text) =>
      fc.nat(text.length).map((at) => ({ operator: 'glob', value: `*${text.slice(at)}` }) as const),
    ),
  );

describe('a policy that restricts a table', () => {
  const fields = fc.constantFrom('table', 'payload.table', 'target.table');
  const comparisons = fc
    .tuple(
      fields,
      operators(
        fc.oneof(
          names,
          names.map((name) => `public.${name}`),
        ),
      ),
    )
    .map(([field, comparison]) => ({ field, ...comparison }) as Comparison);
  const cased = (text: string, upper: boolean[]) =>
    [...text].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join('');
  const unicode = (text: string) =>
    `U&"${[...text].map((letter) => `\\${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
  /** Ways to write the same name in SQL. */
  const spelled = (name: string) =>
    fc
      .tuple(fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }), fc.nat(5))
      .map(
        ([upper, way]) =>
          [
            cased(name, upper),
            `"${name}"`,
            unicode(name),
            `public.${name}`,
            `"public" . "${name}"`,
            `PUBLIC.${cased(name, upper)}`,
          ][way] ?? name,
      );
  const gap = fc.constantFrom(' ', '\n', '\t', ' /* x */ ', ' -- orders\n', '/* /* stock */ */');
  const statements = [
    (table: string, s: string) => `TRUNCATE${s}${table}`,
    (table: string, s: string) => `delete${s}FROM${s}${table}${s}where id = 1`,
    (table: string, s: string) => `UPDATE${s}${table}${s}SET id = 1;`,
    (table: string, s: string) => `INSERT INTO${s}${table}${s}VALUES (1) ON CONFLICT (id)${s}DO UPDATE SET id = 2`,
    (table: string, s: string) => `WITH x AS (DELETE FROM${s}${table}${s}RETURNING id) SELECT * FROM x`,
    (table: string, s: string) => `INSERT INTO${s}${table}${s}SELECT 1`,
  ];

  it('never gets weaker when a statement spells its name another way', async () => {
    const calls = names.chain((name) => fc.tuple(fc.constant(name), spelled(name), gap, fc.nat(statements.length - 1)));
    let held = 0;
    const property = (reader: Read) =>
      fc.asyncProperty(comparisons, calls, async (comparison, [name, other, space, at]) => {
        const write = statements[at] ?? String;
        if (!(await holds(comparison, 'postgres.rows.delete', { table: name, match: {} }))) return;
        held++;
        expect(await holds(comparison, 'postgres.query', { sql: write(name, ' ') }, reader)).toBe(true);
        expect(await holds(comparison, 'postgres.query', { sql: write(other, space) }, reader)).toBe(true);
      });
    await fc.assert(property(read), { numRuns: RUNS });
    expect(held).toBeGreaterThan(RUNS / 10);
    expect((await fc.check(property(plainlyRead), { numRuns: RUNS })).failed).toBe(true);
  });

  it('never gets weaker when the argument of a row operation spells it another way', async () => {
    const ways = fc.constantFrom<(name: string) => string>(
      (name) => `public.${name}`,
      (name) => `"${name}"`,
      (name) => `"public"."${name}"`,
      (name) => name.toUpperCase(),
      (name) => `db.public.${name}`,
    );
    let held = 0;
    const property = (reader: Read) =>
      fc.asyncProperty(comparisons, names, ways, async (comparison, name, way) => {
        const applies = (table: string) => holds(comparison, 'postgres.rows.delete', { table, match: {} }, reader);
        if (!(await applies(name))) return;
        held++;
        expect(await applies(way(name))).toBe(true);
      });
    await fc.assert(property(read), { numRuns: RUNS });
    expect(held).toBeGreaterThan(RUNS / 10);
    expect((await fc.check(property(unread), { numRuns: RUNS })).failed).toBe(true);
  });
});

describe('a policy that restricts a path', () => {
  const paths = fc.constantFrom('/admin', '/admin/users', '/users/7', '/files/a b');
  const comparisons = fc
    .tuple(fc.constantFrom('path', 'target.path'), operators(paths))
    .map(([field, comparison]) => ({ field, ...comparison }) as Comparison);
  /** Percent-encodes some characters, some of them twice, and adds parts that a server drops. */
  const respelled = (path: string) =>
    fc
      .tuple(
        fc.array(fc.nat(2), { minLength: path.length, maxLength: path.length }),
        fc.constantFrom('', '/.', '/x/..', '/', '/x/%2e%2e'),
      )
      .map(([times, prefix]) => {
        const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`;
        const encoded = [...path].map((sign, at) => {
          if (sign === '/' || times[at] === 0) return sign;
          return times[at] === 1 ? hex(sign) : hex(sign).replace('%', '%25');
        });
        return prefix + encoded.join('');
      });

  it('never gets weaker when the call spells it another way', async () => {
    const calls = paths.chain((path) => fc.tuple(fc.constant(path), respelled(path)));
    let held = 0;
    const property = (reader: Read) =>
      fc.asyncProperty(comparisons, calls, async (comparison, [path, other]) => {
        const applies = (sent: string) => holds(comparison, 'http.requests.delete', { path: sent }, reader);
        if (!(await applies(path))) return;
        held++;
        expect([other, await applies(other)]).toEqual([other, true]);
      });
    await fc.assert(property(read), { numRuns: RUNS });
    expect(held).toBeGreaterThan(RUNS / 10);
    expect((await fc.check(property(unread), { numRuns: RUNS })).failed).toBe(true);
  });
});
