import type { Condition, Policy } from '../api';
import { bodyOf, type Draft, draftOf, inputOf, newDraft } from './draft';
import { newRow, newWindowRow } from './rows';
import { readValue, takenFor, writtenValue } from './value';

const of = (condition: Condition | null, more: Partial<Policy> = {}): Policy => ({
  id: 'x',
  name: null,
  apiNamePattern: 'stripe.refunds.*',
  condition,
  action: 'REQUIRE_APPROVAL',
  enabled: true,
  reason: 'Ask first.',
  mode: 'shadow',
  requiredApprovals: 2,
  onChange: 'ask',
  expiresAfterSeconds: 120,
  approvalUsableSeconds: 60,
  onExpiry: 'approve',
  approvers: ['g1'],
  allowRequester: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const amount: Condition = { field: 'payload.amount', operator: 'gt', value: 500 };
const status: Condition = { field: 'status', operator: 'in', value: ['open', '12', true] };

describe('the draft of a policy', () => {
  it.each([
    ['every call', null],
    ['one comparison', amount],
    ['all of several', { all: [amount, status] }],
    ['any of several', { any: [{ ...amount, onMissing: 'match' }, status] }],
    ['groups within groups', { all: [amount, { any: [status, amount] }] }],
    ['a form', { field: 'to', operator: 'glob', value: '*@example.com', ignoreCase: true }],
    ['several forms', { field: 'to', operator: 'not_glob', value: ['*@example.com', '12'], onMissing: 'match' }],
    ['a comparison with a time zone', { field: 'time.hour', operator: 'lt', value: 8, timeZone: 'Europe/Vienna' }],
    ['a window', { window: { sum: 'payload.amount' }, per: 'agent', seconds: 3_600, operator: 'gt', value: 1_000 }],
    [
      'a window of each value, among comparisons',
      {
        all: [
          amount,
          { window: { count: true }, per: 'payload.customer', seconds: 86_400, operator: 'gte', value: 0.5 },
          { field: 'session.did', operator: 'glob', value: 'gmail.messages.*' },
          { field: 'items.*.amount', operator: 'gt', value: 5 },
        ],
      },
    ],
    ['values that look like other values', { all: ['500', 'true', '', ' x ', 'a\nb', null, [1], { a: 1 }].map(eq) }],
  ] as [string, Condition | null][])('is read back unchanged: %s', (_, condition) => {
    const policy = of(condition);
    const { id, createdAt, updatedAt, ...body } = policy;
    expect(bodyOf(draftOf(policy)).body).toEqual(body);
  });

  it('keeps groups that the form has no rows for as JSON', () => {
    expect(draftOf(of({ any: [{ all: [amount, status] }] })).when).toBe('json');
  });

  it('has a row for each comparison and each limit over time', () => {
    const window = { window: { count: true }, per: 'session', seconds: 90, operator: 'gt', value: 3 } as const;
    const { when, rows } = draftOf(of({ any: [window, amount] }));
    expect([when, ...rows.map(({ kind }) => kind)]).toEqual(['any', 'window', 'comparison']);
    expect(rows[0]).toMatchObject({ measure: 'count', per: 'session', last: '90', unit: 'seconds', value: '3' });
  });

  it('says what is wrong with a limit over time, and what is written of it', () => {
    const row = {
      ...newWindowRow(),
      measure: 'sum',
      sum: 'amount',
      per: 'path',
      path: 'payload.*',
      last: '0',
    } as const;
    const { body, wrong, written } = bodyOf({ ...newDraft('*', 'BLOCK'), when: 'all', rows: [row] });
    expect(body).toBeNull();
    expect(Object.keys(wrong).sort()).toEqual(['rows.0.last', 'rows.0.path', 'rows.0.sum', 'rows.0.value']);
    expect(written).not.toBeNull();
    const seconds = { ...newWindowRow(), last: '59', unit: 'seconds', value: '1' } as const;
    expect(bodyOf({ ...newDraft('*', 'BLOCK'), when: 'all', rows: [seconds] }).wrong).toEqual({
      'rows.0.last': expect.stringMatching(/60 seconds/),
    });
  });

  it.each(['{ "all": 5 }', '{ "x": 1 }', '{ "field": "a", "operator": "is", "value": 1 }', '{ "window": 1 }'])(
    'is not said in words while its JSON is no condition: %s',
    (json) => {
      expect(bodyOf({ ...newDraft('*', 'BLOCK'), when: 'json', json }).written).toBeNull();
    },
  );

  it('says what is wrong at each input', () => {
    const rows = [newRow(), { ...newRow('payload.amount'), value: 'many' }];
    const draft: Draft = { ...newDraft('stripe.re*', 'REQUIRE_APPROVAL'), requiredApprovals: '0', when: 'all', rows };
    const { body, wrong } = bodyOf(draft);
    expect(body).toBeNull();
    expect(Object.keys(wrong).sort()).toEqual([
      'apiNamePattern',
      'requiredApprovals',
      'rows.0.field',
      'rows.0.value',
      'rows.1.value',
    ]);
    expect(bodyOf({ ...newDraft('*', 'BLOCK'), when: 'json', json: '[]' }).wrong.json).toMatch(/object/);
    expect(bodyOf({ ...newDraft('*', 'BLOCK'), when: 'any' }).wrong.rows).toMatch(/comparison/);
  });

  it('needs more than one approval, or certain approvers, only where it asks for approvals', () => {
    expect(bodyOf({ ...newDraft('*', 'BLOCK'), requiredApprovals: '3' }).body?.requiredApprovals).toBe(1);
    const named = { ...newDraft('*', 'BLOCK'), approvers: ['g1'], allowRequester: false };
    expect(bodyOf(named).body).toMatchObject({ approvers: [], allowRequester: null });
  });

  it('leads a problem of the service to its input', () => {
    const rows = newDraft('*', 'BLOCK');
    expect(inputOf('condition.all.2.value', rows)).toBe('rows.2.value');
    expect(inputOf('condition.field', rows)).toBe('rows.0.field');
    expect(inputOf('condition.all.0.any.1.field', { ...rows, when: 'json' })).toBe('json');
    expect(inputOf('mode', rows)).toBeNull();
    const windows = { when: 'all', rows: [newWindowRow()] } as const;
    expect(inputOf('condition.window.sum', windows)).toBe('rows.0.sum');
    expect(inputOf('condition.all.0.per', windows)).toBe('rows.0.path');
    expect(inputOf('condition.seconds', windows)).toBe('rows.0.last');
    expect(inputOf('condition', windows)).toBe('rows.0.value');
  });
});

function eq(value: unknown): Condition {
  return { field: 'x', operator: 'eq', value } as Condition;
}

describe('the value of a comparison', () => {
  it.each([
    ['500', 500],
    ['"500"', '500'],
    ['EUR', 'EUR'],
    ['true', true],
    ['12345678901234567890', '12345678901234567890'],
    ['0.1', 0.1],
    ['{"a":1}', { a: 1 }],
  ])('%s is %j', (text, value) => {
    expect(readValue('eq', text)).toEqual({ value });
    expect(readValue('eq', writtenValue('eq', value))).toEqual({ value });
  });

  it('of a prefix is a text, whatever it looks like', () => {
    expect(readValue('starts_with', '500')).toEqual({ value: '500' });
    expect(writtenValue('starts_with', '500')).toBe('500');
  });

  it('names the value that its text was parsed as', () => {
    expect([500, '500', null, [1], { a: 1 }, true].map(takenFor)).toEqual([
      expect.stringMatching(/number/),
      'Read as a text.',
      'Read as the JSON value null.',
      'Read as a JSON list.',
      'Read as a JSON object.',
      expect.stringMatching(/Boolean/),
    ]);
  });
});
