import { airtable as connector } from '../../../src/connectors/airtable/airtable.connector.js';
import type { ConnectorContext, Json, JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { unique } from '../../support/client.js';
import { type Asked, json, Listener } from '../../support/listener.js';
import { patience } from '../../support/patience.mjs';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

const BASE = 'app00000000000001';
const TABLE = 'tbl00000000000001';
const FIELDS = [
  { name: 'Name', type: 'singleLineText' },
  { name: 'Note', type: 'multilineText' },
  { name: 'Mark', type: 'singleLineText' },
  { name: 'Length', type: 'formula' },
  { name: 'Files', type: 'multipleAttachments' },
];
const TOKEN = 'pat-of-the-operator';
const at = { baseId: BASE, tableId: TABLE };

interface Stored {
  readonly createdTime: string;
  readonly fields: JsonObject;
}

/**
 * A stand-in for Airtable after its documentation of 2026, written here because there is no other one: one base with
 * one table, no views and no rate limit.
 */
async function startAirtable() {
  const records = new Map<string, Stored>();
  const comments = new Map<string, object[]>();
  let number = 0;
  const shown = (id: string, { createdTime, fields }: Stored) => {
    const known = Object.entries(fields).filter(([, value]) => value !== null && value !== '' && value !== false);
    return { id, createdTime, fields: { ...Object.fromEntries(known), Length: String(fields.Name ?? '').length } };
  };
  const put = (id: string, before: Stored, given: JsonObject) => {
    const refused = Object.keys(given).find((name) => !['Name', 'Note', 'Mark', 'Files'].includes(name));
    if (refused) return { status: 422, body: { error: { type: 'UNKNOWN_FIELD_NAME', message: refused } } };
    const stored = { ...before, fields: { ...before.fields, ...given } };
    records.set(id, stored);
    return { status: 200, body: shown(id, stored) };
  };
  const list = (url: URL) => {
    const since = /^IS_AFTER\(CREATED_TIME\(\), "(.+)"\)$/.exec(url.searchParams.get('filterByFormula') ?? '')?.[1];
    const all = [...records].filter(([, { createdTime }]) => !since || Date.parse(createdTime) > Date.parse(since));
    return { records: all.map(([id, stored]) => shown(id, stored)) };
  };
  const answer = ({ method, path, headers, body }: Asked): { status: number; body: unknown } => {
    const url = new URL(path, 'http://localhost');
    if (headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, body: { error: { type: 'AUTHENTICATION_REQUIRED' } } };
    const [, , base = '', table, id = '', part] = url.pathname.split('/');
    if (base === 'meta') {
      const tables = [{ id: TABLE, name: 'Things', fields: FIELDS }];
      return { status: 200, body: table === 'whoami' ? { id: 'usr00000000000001' } : { tables } };
    }
    const given = objectOf(objectOf(body === '' ? {} : JSON.parse(body)).fields);
    if (method === 'POST') {
      const createdTime = `${new Date().toISOString().slice(0, 19)}.000Z`;
      return put(`rec${String(++number).padStart(14, '0')}`, { createdTime, fields: {} }, given);
    }
    if (id === '') return { status: 200, body: list(url) };
    const found = records.get(id);
    if (!found || base !== BASE || table !== TABLE) return { status: 404, body: { error: 'NOT_FOUND' } };
    if (part === 'comments') return { status: 200, body: { comments: comments.get(id) ?? [] } };
    if (method === 'PATCH') return put(id, found, given);
    if (method === 'DELETE') records.delete(id);
    return { status: 200, body: method === 'DELETE' ? { deleted: true, id } : shown(id, found) };
  };
  const listener = new Listener((asked, reply) => {
    const { status, body } = answer(asked);
    json(reply, status, body);
  });
  return { url: await listener.start(), stop: () => listener.stop() };
}

async function newWorld(timeoutMs = patience(1_000)) {
  const { url, stop } = await startAirtable();
  const ask = async (method: string, path: string, fields?: JsonObject): Promise<JsonObject> => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const to = `${url}/v0/${BASE}/${TABLE}${path}`;
    const answer = await fetch(to, { method, headers, ...(fields && { body: JSON.stringify({ fields }) }) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return (await answer.json()) as JsonObject;
  };
  const contextOf = (baseUrl: string): ConnectorContext => ({
    ...{ credentials: { token: TOKEN, baseUrl }, allowedPrivateHosts: ['127.0.0.1'], timeoutMs },
  });
  const context = contextOf(url);
  /** The fields that a person can set, of the records with this mark. */
  const stateOf = (mark: string) => async () =>
    (((await ask('GET', '')).records ?? []) as JsonObject[])
      .map(({ fields }) => objectOf(fields))
      .filter(({ Mark }) => Mark === mark)

      .map(({ Name = null, Note = null }) => ({ Name, Note }));
  const trip = (verb: string, payload: JsonObject, act: () => Promise<unknown>, state: Trip['state']): Trip => ({
    ...{ connector, context, apiName: `airtable.records.${verb}`, payload: { ...at, ...payload } },
    ...{ act, state },
  });
  const create = (fields: JsonObject, state: Trip['state']) =>
    trip('create', { fields }, () => ask('POST', '', fields), state);
  const update = (recordId: string, fields: JsonObject, state: Trip['state']) =>
    trip('update', { recordId, fields }, () => ask('PATCH', `/${recordId}`, fields), state);
  const remove = (recordId: string, state: Trip['state']) =>
    trip('delete', { recordId }, () => ask('DELETE', `/${recordId}`), state);
  return { url, stop, ask, contextOf, context, stateOf, create, update, remove };
}

const idOf = (response: Json) => String(objectOf(response).id);

/** Records of a table; the state of each is found by its mark. */
export async function airtable(): Promise<Subject> {
  const { url, stop, ask, context, stateOf, create, update, remove } = await newWorld();
  return {
    name: 'airtable',
    context,
    isBlind: true,
    elsewhere: { token: TOKEN, baseUrl: url.replace('127.0.0.1', 'localhost') },
    stop,
    newThing: async () => {
      const Mark = unique('mark');
      const state = stateOf(Mark);
      const id = idOf(await ask('POST', '', { Name: 'a', Mark }));
      const set = (fields: JsonObject) => ask('PATCH', `/${id}`, fields);
      return {
        state,
        change: (Name) => update(id, { Name }, state),
        set: (Name) => set({ Name }),
        setOther: (Note) => set({ Note }),
        remove: () => remove(id, state),
        drop: () => ask('DELETE', `/${id}`),
      };
    },
    newAbsent: async () => {
      const Mark = unique('mark');
      const state = stateOf(Mark);
      return {
        state,
        make: () => create({ Name: 'a', Mark }, state),
        add: (response) => ask('PATCH', `/${idOf(response)}`, { Note: 'b' }),
        remove: (response) => remove(idOf(response), state),
      };
    },
  };
}

export const world: World = {
  places: [{ name: 'airtable', open: airtable, makesUnseen: true }],
  claims: async () => {
    const { context, stop, ask } = await newWorld();
    return {
      ...{ context, stop },
      claims: {
        'airtable.records.create': () => {
          const fields = { Name: unique('name') };
          return {
            payload: { ...at, fields },
            make: () => ask('POST', '', fields),
            makeMore: () => ask('POST', '', { ...fields, Note: 'of a person' }),
            state: () => ask('GET', ''),
          };
        },
      },
    };
  },
  madeAgain: async () => {
    const { stateOf, create, update, remove } = await newWorld();
    const Mark = unique('mark');
    const texts = async () => (await stateOf(Mark)()).map(({ Name }) => Name);
    return {
      make: (Name) => create({ Name, Mark }, texts),
      change: (response, Name) => update(idOf(response), { Name }, texts),
      remove: (response) => remove(idOf(response), texts),
      texts,
    };
  },
  deletion: async (timeoutMs) => {
    const { url, ask, contextOf, stateOf, remove } = await newWorld(timeoutMs);
    const Mark = unique('mark');
    const call = remove(idOf(await ask('POST', '', { Name: 'a', Mark })), stateOf(Mark));
    return { upstream: url, trip: (baseUrl) => ({ ...call, context: contextOf(baseUrl) }) };
  },
};
