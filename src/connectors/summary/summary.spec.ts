import { CONNECTORS } from '../all.js';
import type { JsonObject, OperationDefinition } from '../connector.js';
import { beforeIn } from './before.js';
import { summaryOf } from './summary.js';
import { parseTemplate, placeholdersOf, valueAt } from './template.js';

interface Operation {
  readonly apiName: string;
  readonly template: string | null;
  readonly definition: OperationDefinition;
}

const OPERATIONS: readonly Operation[] = CONNECTORS.flatMap(({ id, operations, summaries }) =>
  operations.map((definition) => {
    const template = summaries?.[definition.apiName.slice(id.length + 1)] ?? null;
    return { apiName: definition.apiName, template, definition };
  }),
);

/** Differs from others of its kind in the middle alone, where a cut would hide it. */
const long = (mark: string) => `${'a'.repeat(90)}${mark}${'b'.repeat(90)}`;

function withValue(payload: JsonObject, path: string, value: JsonObject[string]): JsonObject {
  const [name = '', ...rest] = path.split('.');
  const inner = payload[name];
  const within = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  return { ...payload, [name]: rest.length > 0 ? withValue(within, rest.join('.'), value) : value };
}

/**
 * The members by which an operation identifies its target: those that its template names as such, and those that its
 * schema requires and the template does not show as contents.
 */
function identifying({ template, definition }: Operation): { path: string; among: readonly string[] }[] {
  const placeholders = template === null ? [] : placeholdersOf(parseTemplate(template));
  const told = placeholders.flatMap(({ paths, format }) => (format === 'text' || format === 'changes' ? paths : []));
  const named = placeholders
    .filter(({ format }) => format === 'id' || format === 'money')
    .flatMap(({ paths }) => paths.map((path) => ({ path, among: paths })));
  const { required = [] } = definition.payloadSchema as { required?: readonly string[] };
  const covered = new Set([...told, ...named.map(({ path }) => path)].map((path) => path.split('.')[0]));
  const others = required.filter((name) => !covered.has(name)).map((name) => ({ path: name, among: [name] }));
  return [...named.filter(({ path }) => path !== '*'), ...others];
}

/** The identifying members in which two payloads may differ and read alike. */
function hiddenOf(operation: Operation): string[] {
  const { template, apiName } = operation;
  const members = identifying(operation);
  return members.flatMap(({ path, among }) => {
    // The test varies one of several ways to name the target at a time.
    const others = members.filter((one) => !among.includes(one.path));
    const base = others.reduce((payload, one) => withValue(payload, one.path, 'x1'), {} as JsonObject);
    const read = (value: JsonObject[string]) => summaryOf(template, apiName, withValue(base, path, value), null);
    const pairs: [JsonObject[string], JsonObject[string]][] = [
      ['one', 'two'],
      [1, 11],
      [1, '1'],
      [long('1'), long('2')],
      [
        [long('1'), 'x'],
        [long('2'), 'x'],
      ],
      [['a', 'b'], ['a, b']],
    ];
    return pairs.some(([one, other]) => read(one) === read(other)) ? [`${apiName} ${path}`] : [];
  });
}

describe('A summary', () => {
  it('is written for every operation that changes something, and each names what it acts on', () => {
    const changing = OPERATIONS.filter(({ definition }) => definition.operationType !== 'READ');
    expect(changing.length).toBeGreaterThan(200);
    expect(changing.filter(({ template }) => template === null).map(({ apiName }) => apiName)).toEqual([]);
  });

  it('belongs to an operation that there is', () => {
    const names = new Set(OPERATIONS.map(({ apiName }) => apiName));
    const written = CONNECTORS.flatMap(({ id, summaries = {} }) =>
      Object.keys(summaries).map((name) => `${id}.${name}`),
    );
    expect(written.filter((name) => !names.has(name))).toEqual([]);
  });

  it('differs between two payloads that differ in an identifying value, for every operation', () => {
    const members = OPERATIONS.flatMap(identifying);
    expect(members.length).toBeGreaterThan(300);
    expect(OPERATIONS.flatMap(hiddenOf)).toEqual([]);
  });

  it('is found to hide a required member that its template leaves out', () => {
    const [operation] = OPERATIONS.filter(({ apiName }) => apiName === 'slack.chat.update');
    if (!operation) throw new Error('no operation to try it with');
    expect(hiddenOf({ ...operation, template: 'Edit a message in {channel}' })).toEqual(['slack.chat.update ts']);
  });

  it('has at most 80 characters, whatever the values are', () => {
    for (const operation of OPERATIONS)
      for (const value of ['x', long('1'), [long('1'), long('2')], { a: long('1') }, '😀'.repeat(50), null]) {
        const payload = identifying(operation).reduce((all, { path }) => withValue(all, path, value), {} as JsonObject);
        const text = summaryOf(operation.template, operation.apiName, { ...payload, text: value, more: value }, null);
        expect([operation.apiName, [...text].length <= 80, text.includes('\n')]).toEqual([
          operation.apiName,
          true,
          false,
        ]);
      }
  });

  const read = (apiName: string, payload: JsonObject, snapshot: unknown = null) => {
    const template = OPERATIONS.find((one) => one.apiName === apiName)?.template ?? null;
    return summaryOf(template, apiName, payload, beforeIn(snapshot));
  };

  it.each<[string, JsonObject, unknown, string]>([
    [
      'stripe.refunds.create',
      { payment_intent: 'pi_3QX9', amount: 54900, currency: 'eur' },
      null,
      'Refund 549.00 EUR of pi_3QX9',
    ],
    ['stripe.refunds.create', { charge: 'ch_1' }, null, 'Refund ch_1'],
    [
      'stripe.refunds.create',
      { charge: 'ch_1', amount: 5, metadata: {} },
      null,
      'Refund 5 (smallest unit) of ch_1 +1 more',
    ],
    ['stripe.payouts.create', { amount: 500, currency: 'jpy' }, null, 'Pay out 500 JPY'],
    [
      'postgres.rows.update',
      { table: 'customers', match: { id: 43 }, values: { credit: 300 }, rowCount: 1 },
      { rows: [{ id: '43', credit: '10' }] },
      'Update customers where id=43: credit 10 → 300 (1 row)',
    ],
    ['postgres.rows.delete', { table: 'customers', match: {} }, null, 'Delete from customers where {}'],
    ['slack.chat.postMessage', { channel: '#outage', text: 'All is well' }, null, 'Post in #outage: "All is well"'],
    ['github.pulls.merge', { owner: 'a', repo: 'b', pull_number: 7 }, null, 'Merge pull request a/b#7'],
    [
      'crm.people.rename',
      { note: { deep: 'x' }, id: 7, name: 'Ada', zip: 1, to: 'a@b.c' },
      null,
      'crm.people.rename: to=a@b.c, id=7, name=Ada +2 more',
    ],
    ['slack.chat.postMessage', { channel: 'C1', text: 'a\u202Eb' }, null, 'Post in C1: "a⟦U+202E⟧b"'],
  ])('of %s %j reads well', (apiName, payload, snapshot, expected) => {
    expect(read(apiName, payload, snapshot)).toBe(expected);
  });

  it('shows the size of a long list or record of an unknown operation, and cuts none in the middle', () => {
    const rows = (mark: string) => ({ filter: { by: { deep: { name: long('1') } } }, rows: [{ a: long(mark) }] });
    const text = read('crm.people.merge', rows('2'));
    expect(text).toMatch(
      /^crm\.people\.merge: filter\.by\.deep=\(record of 1 ~[0-9a-f]{6}\), rows=\(list of 1 ~[0-9a-f]{6}\)$/,
    );
    expect(read('crm.people.merge', rows('3'))).not.toBe(text);
    expect(read('crm.people.merge', { tags: ['a', 'b'] })).toBe('crm.people.merge: tags=[a, b]');
  });

  it('cuts descriptions before the resources that it acts on, and marks each cut', () => {
    const text = read('slack.chat.postMessage', { channel: '#outage', text: 'All is well. '.repeat(20) });
    expect(text).toMatch(/^Post in #outage: "All is well\. .*…$/);
    const path = read('http.requests.delete', { path: `/${'folder/'.repeat(30)}end` });
    expect(path).toMatch(/^DELETE \/folder.*….*end ~[0-9a-f]{6}$/);
  });

  it.each(['Refund {amount', 'Refund amount}', 'Refund [ {amount}', 'Refund {amount:dollars}'])(
    'refuses the template %s',
    (template) => {
      expect(() => parseTemplate(template)).toThrow();
    },
  );

  it('reads no member that the payload inherits', () => {
    expect(valueAt({}, 'constructor')).toBeUndefined();
  });
});
