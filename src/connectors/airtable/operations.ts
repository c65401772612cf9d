import type { Json, JsonObject } from '../connector.js';
import { addressOf, given } from '../resource/arguments.js';
import { objectSchema, reading, reversible } from '../resource/define.js';
import { refuseMembers } from '../resource/performing.js';
import { NotCapturable, type Performing, type ResourceOperation } from '../resource/resource.js';
import { idIn, objectOf } from '../resource/response.js';
import type { Airtable } from './client.js';
import { createdSince, deletedRecord, record, toStoredFields } from './record.js';

const idOf = (prefix: string, what: string) => ({
  type: 'string',
  pattern: `^${prefix}[A-Za-z0-9]{14}$`,
  description: `The id of the ${what}, ${prefix}….`,
});
const table = { baseId: idOf('app', 'base'), tableId: idOf('tbl', 'table') };
const one = { ...table, recordId: idOf('rec', 'record') };
const text = { type: 'string' };
/** A text, a number, a checkbox, or a list of texts: choices, and ids of linked records. */
const value = { anyOf: [{ type: ['string', 'number', 'boolean', 'null'] }, { type: 'array', items: text }] };
const fields = { type: 'object', minProperties: 1, additionalProperties: value };
const ID_OF_A_FIELD = /^fld[A-Za-z0-9]{14}$/;

const fieldsIn = (payload: JsonObject) => {
  const named = objectOf(payload.fields);
  const id = Object.keys(named).find((name) => ID_OF_A_FIELD.test(name));
  if (id !== undefined) throw new NotCapturable(`name the field ${id} by its name, as Airtable answers it`);
  return toStoredFields(named);
};
const left = (response: Json | undefined) => {
  const { fields: reported } = objectOf(response);
  return typeof reported === 'object' ? toStoredFields(objectOf(reported)) : null;
};

export const operations: readonly ResourceOperation<Airtable>[] = [
  reversible({
    apiName: 'airtable.records.create',
    operationType: 'CREATE',
    inverse: 'DELETE of the record',
    payloadSchema: objectSchema(['baseId', 'tableId', 'fields'], { ...table, fields }),
    notes: 'A default value that Airtable fills in counts as a change by another client.',
    driftSignal: 'every field that is not computed; comments',
    kind: record,
    effect: 'create',
    within: (payload) => addressOf(payload, 'baseId', 'tableId'),
    addresses: (payload, response) =>
      response === undefined
        ? null
        : [{ ...addressOf(payload, 'baseId', 'tableId'), recordId: String(idIn(response, 'id')) }],
    listed: async (client, payload, since) => {
      const at = [String(payload.baseId), String(payload.tableId)] as const;
      return (await createdSince(client, at, since)).map(({ id }) => ({
        ...addressOf(payload, 'baseId', 'tableId'),
        recordId: String(id),
      }));
    },
    sets: (payload) => fieldsIn(payload),
    left,
  }),
  reversible({
    apiName: 'airtable.records.update',
    operationType: 'UPDATE',
    inverse: 'PATCH with the former values',
    payloadSchema: objectSchema(['baseId', 'tableId', 'recordId', 'fields'], { ...one, fields }),
    notes: 'Files are not changed back. The history of the record keeps both changes.',
    driftSignal: 'the fields that the call named',
    kind: record,
    effect: 'update',
    addresses: (payload) => [addressOf(payload, 'baseId', 'tableId', 'recordId')],
    sets: (payload) => fieldsIn(payload),
    left,
  }),
  reversible({
    apiName: 'airtable.records.delete',
    operationType: 'DELETE',
    reversibility: 'compensating',
    inverse: 'POST of a record with the same fields',
    payloadSchema: objectSchema(['baseId', 'tableId', 'recordId'], one),
    notes: 'A record that has files is not captured.',
    driftSignal: 'whether there is an equal record again',
    remains: ['The record is restored under another id, without its comments and its history.'],
    kind: deletedRecord,
    effect: 'delete',
    addresses: (payload) => [addressOf(payload, 'baseId', 'tableId', 'recordId')],
  }),
];

const page = { pageSize: { type: 'integer', minimum: 1, maximum: 100 }, offset: text };
const filter = { filterByFormula: text, view: text, fields: { type: 'array', items: text } };

export const reads = [
  reading('airtable.records.list', objectSchema(['baseId', 'tableId'], { ...table, ...page, ...filter })),
  reading('airtable.records.get', objectSchema(['baseId', 'tableId', 'recordId'], one)),
  reading('airtable.comments.list', objectSchema(['baseId', 'tableId', 'recordId'], { ...one, ...page })),
  reading('airtable.tables.list', objectSchema(['baseId'], { baseId: table.baseId })),
  reading('airtable.bases.list', objectSchema([], { offset: text })),
];

type Call = (client: Airtable, payload: JsonObject) => Promise<unknown>;

const at = (payload: JsonObject, ...names: readonly string[]) => names.map((name) => String(payload[name]));
const inTable = (payload: JsonObject) => at(payload, 'baseId', 'tableId');
const ofRecord = (payload: JsonObject) => at(payload, 'baseId', 'tableId', 'recordId');
const bodyOf = (payload: JsonObject) => ({ body: { fields: payload.fields ?? {} } });

const CALLS: Readonly<Record<string, Call>> = {
  'records.create': (client, payload) => client.ask('POST', inTable(payload), bodyOf(payload)),
  'records.update': (client, payload) => client.ask('PATCH', ofRecord(payload), bodyOf(payload)),
  'records.delete': (client, payload) => client.ask('DELETE', ofRecord(payload)),
  'records.list': (client, payload) =>
    client.ask('GET', inTable(payload), { query: given(payload, ...Object.keys({ ...page, ...filter })) }),
  'records.get': (client, payload) => client.ask('GET', ofRecord(payload)),
  'comments.list': (client, payload) =>
    client.ask('GET', [...ofRecord(payload), 'comments'], { query: given(payload, 'pageSize', 'offset') }),
  'tables.list': (client, payload) => client.ask('GET', ['meta', 'bases', String(payload.baseId), 'tables']),
  'bases.list': (client, payload) => client.ask('GET', ['meta', 'bases'], { query: given(payload, 'offset') }),
};

/** Airtable knows no idempotency keys and no conditions. */
export const performing: Performing<Airtable> = {
  isKeyed: false,
  call: async (client, path, payload) => {
    refuseMembers(payload, ['typecast', 'performUpsert', 'returnFieldsByFieldId']);
    const call = CALLS[path];
    if (!call) throw new NotCapturable(`${path} is not known`);
    return call(client, payload);
  },
};

/** The sentences that describe calls (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'records.create': 'Create a record in {tableId} of {baseId}: {fields:text}',
  'records.update': 'Update record {recordId} in {tableId} of {baseId}: {fields:text}',
  'records.delete': 'Delete record {recordId} in {tableId} of {baseId}',
};
