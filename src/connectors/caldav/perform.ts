import type { JsonObject } from '../connector.js';
import { capturedVersion, isPreconditionFailed } from '../resource/precondition.js';
import { NotCapturable, type Performing } from '../resource/resource.js';
import type { Calendars } from './client.js';

type Method = (client: Calendars, payload: JsonObject, met?: string | null) => Promise<unknown>;

const METHODS: Readonly<Record<string, Method>> = {
  'objects.put': (client, { url, data, etag }, met) => {
    if (met === null && etag === undefined) return client.create(String(url), String(data));
    return client.replace(String(url), String(data), etagOf(etag, met));
  },
  'objects.delete': (client, { url, etag }, met) => client.remove(String(url), etagOf(etag, met)),
  'objects.get': async (client, { url }) => {
    const { text, etag } = await client.read(String(url));
    return { url: String(url), etag, data: text };
  },
  'objects.list': ({ collections }, { url, start, end, expand }) => {
    const span = start === undefined && end === undefined ? null : { start: String(start), end: String(end) };
    return collections.objects(String(url), span, expand === true);
  },
  'objects.multiGet': ({ collections }, { url, urls }) =>
    collections.objectsAt(String(url), Array.isArray(urls) ? urls.map(String) : []),
  'calendars.list': ({ collections }) => collections.calendars(),
  'freebusy.query': ({ collections }, { url, start, end }) =>
    collections.busy(String(url), { start: String(start), end: String(end) }),
};

/** A write goes through only where the object is as it was captured, or as the agent itself says with `etag`. */
export const performing: Performing<Calendars> = {
  isKeyed: false,
  mayEndInSlash: true,
  isConditional: ({ payload: { etag }, captured }) => {
    const met = capturedVersion(captured);
    return met !== undefined && (etag === undefined || etag === met);
  },
  isOvertaken: isPreconditionFailed,
  call: async (client, path, payload, _key, captured) => {
    const method = METHODS[path];
    if (!method) throw new NotCapturable(`${path} is not known`);
    return method(client, payload, capturedVersion(captured));
  },
};

const etagOf = (own: JsonObject[string] | undefined, met: string | null | undefined) =>
  typeof own === 'string' ? own : (met ?? null);
