import { Ajv } from 'ajv';
import type { Effect, JsonObject } from '../../connector.js';
import { parseCall } from '../../rows/call/payload.js';
import { operations } from '../operations.js';
import { postgres } from '../postgres.connector.js';

const { plan } = postgres;

const snapshot = {
  place: 'server 1, database 2, table 3',
  schema: 'public',
  name: 'customers',
  key: ['id'],
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'credit', type: 'numeric(10,2)' },
    { name: 'Full Name', type: 'text' },
  ],
  triggers: 'none',
  visible: '10:10:',
  rows: [{ id: '7', credit: '10.00', 'Full Name': "O'Hara" }],
  proof: null,
};
const effect = (verb: string, payload: JsonObject, more: Partial<Effect> = {}): Effect => ({
  apiName: `postgres.rows.${verb}`,
  payload: { table: 'customers', ...payload },
  response: undefined,
  snapshot,
  ...more,
});

const OVERTAKEN = 'A change of these rows by another client between the capture and the call is not noticed.';

describe('the plan of an undo', () => {
  it('shows the update that puts the changed columns back', () => {
    expect(plan(effect('update', { match: { id: 7 }, values: { credit: 5, 'Full Name': 'x' } }))).toEqual({
      class: 'exact',
      calls: [`UPDATE public.customers SET credit = '10.00', "Full Name" = 'O''Hara' WHERE id = '7'`],
      remains: [OVERTAKEN],
      reason: null,
    });
  });

  it('says that what came between the capture and the call is not noticed, unless the rows before it were reported', () => {
    const response = { rowCount: 1, before: [{ id: 7, credit: '10.00' }] };
    const values = { credit: 5 };
    expect(plan(effect('update', { match: {}, values }, { response })).remains).toEqual([]);
    expect(plan(effect('update', { match: {}, values }, { response: { rowCount: 1 } })).remains).toEqual([OVERTAKEN]);
    const sum = { match: {}, values: { credit: 'credit + 5' }, expressions: ['credit'] };
    expect(plan(effect('update', sum, { response: { rowCount: 1 } })).remains).toEqual([]);
    expect(plan(effect('delete', { match: {} }, { response })).remains).toEqual([]);
  });

  it('shows the insert that brings a deleted row back, and what triggers leave', () => {
    const watched = { ...snapshot, triggers: 'some' };
    expect(plan(effect('delete', { match: {} }, { snapshot: watched }))).toEqual({
      class: 'exact',
      calls: [`INSERT INTO public.customers (id, credit, "Full Name") VALUES ('7', '10.00', 'O''Hara')`],
      remains: ['What triggers on public.customers did to other rows or columns is not undone.', OVERTAKEN],
      reason: null,
    });
  });

  it('shows the delete of an inserted row, and that its number stays used', () => {
    const above = { ...snapshot, rows: [], proof: { kind: 'above', column: 'id', value: '7' } };
    const reported = { rows: [{ id: 8, credit: '1' }] };
    expect(plan(effect('insert', { values: { credit: 1 } }, { snapshot: above, response: reported }))).toEqual({
      class: 'exact',
      calls: [`DELETE FROM public.customers WHERE id = '8'`],
      remains: [
        'Sequence values that were used stay used.',
        'Which rows it inserted is known from its client alone: those that hold what it gave are deleted.',
      ],
      reason: null,
    });
  });

  it.each<[string, Effect]>([
    ['there is no capture of the state before this call', effect('delete', { match: {} }, { snapshot: null })],
    ['there is no capture of the state before this call', effect('delete', { match: {} }, { snapshot: { rows: 1 } })],
    ['the capture belongs to another call', effect('insert', { values: { id: 1 } })],
    ['table must be a name, or schema.name', effect('delete', { table: 1, match: {} })],
    [
      'what the call left in credit is not known: it was computed by the database and not reported',
      effect('update', { match: {}, values: { credit: 'credit * 2' }, expressions: ['credit'] }, { response: {} }),
    ],
    [
      'the outcome is not confirmed yet: until then, what the call left in credit is not known: it was computed by the database and not reported',
      effect('update', { match: {}, values: { credit: 'credit * 2' }, expressions: ['credit'] }),
    ],
  ])('is impossible where %s', (reason, impossible) => {
    expect(plan(impossible)).toEqual({ class: 'impossible', calls: [], remains: [], reason });
  });
});

describe('the payload schemas', () => {
  const ajv = new Ajv({ strict: false });
  const schemaOf = (apiName: string) =>
    operations.find((operation) => operation.apiName === apiName)?.payloadSchema ?? {};
  const accepted = (apiName: string, payload: JsonObject) => {
    try {
      return Boolean(parseCall(apiName, payload));
    } catch {
      return false;
    }
  };

  it.each<[string, JsonObject, boolean]>([
    ['insert', { table: 't', values: { a: [1], b: { c: 1 }, d: null } }, true],
    ['insert', { table: 't', values: [{ a: 1 }, { a: 2 }] }, true],
    ['insert', { table: 't', values: [] }, false],
    ['insert', { table: 't', values: {} }, true],
    ['insert', { table: 't', values: [{ a: 1 }, { b: 2 }] }, true],
    ['update', { table: 't', match: {}, values: {} }, false],
    [
      'update',
      { table: 't', match: { a: null, b: { gt: 1, null: false } }, values: { c: 'c + 1' }, expressions: ['c'] },
      true,
    ],
    ['update', { table: 't', match: {}, values: { c: 1 }, rowCount: 0 }, true],
    ['update', { table: 't', match: {}, values: { c: 1 }, where: 'x' }, false],
    ['delete', { table: 't', match: { a: { in: [1, 'x', true] } } }, true],
    ['delete', { table: 't', match: { a: { in: [null] } } }, false],
    ['delete', { table: 't', match: { a: { eq: 1 } } }, false],
    ['delete', { table: 't', match: { a: {} } }, false],
    ['delete', { table: 't', match: { a: [1] } }, false],
    ['delete', { table: 't', match: {}, rowCount: 1.5 }, false],
    ['delete', { table: 't' }, false],
  ])('agree with what is read: %s %j is %s', (verb, payload, expected) => {
    const apiName = `postgres.rows.${verb}`;
    expect([ajv.validate(schemaOf(apiName), payload), accepted(apiName, payload)]).toEqual([expected, expected]);
  });
});
