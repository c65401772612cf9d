import { createHash } from 'node:crypto';
import type { GetObjectCommandOutput, PutObjectCommandInput } from '@aws-sdk/client-s3';
import { fromJson, toJson } from '../bytes.js';
import type { Json, JsonObject } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';

const HEADERS = [
  'CacheControl',
  'ContentDisposition',
  'ContentEncoding',
  'ContentLanguage',
  'WebsiteRedirectLocation',
] as const;
/** The content type that the AWS client for JavaScript sends when the caller names none. */
const UNTYPED = 'application/octet-stream';
const USUAL_CLASS = 'STANDARD';

/** The fields have the names of PutObject. `BodySha256` distinguishes bytes when a payload holds only their digest. */
export function fieldsOf(found: GetObjectCommandOutput, bytes: Uint8Array, tags: JsonObject): JsonObject {
  return {
    Body: toJson(bytes),
    BodySha256: digestOf(bytes),
    ...Object.fromEntries(HEADERS.map((name) => [name, found[name] ?? null])),
    ContentType: found.ContentType ?? null,
    Expires: momentOf(found.ExpiresString ?? null),
    Metadata: metadataOf(found.Metadata),
    StorageClass: found.StorageClass ?? USUAL_CLASS,
    Tagging: isEmpty(tags) ? null : tags,
  };
}

/**
 * The fields that a PutObject of this payload leaves: those of the whole object, because members that it does not name
 * are gone.
 * @throws NotCapturable
 */
export function fieldsPut(payload: JsonObject): JsonObject {
  return {
    ...bodyPut(payload.Body),
    ...Object.fromEntries(HEADERS.map((name) => [name, payload[name] ?? null])),
    ContentType: payload.ContentType ?? UNTYPED,
    Expires: momentOf(payload.Expires ?? null),
    Metadata: metadataOf(payload.Metadata),
    StorageClass: payload.StorageClass ?? USUAL_CLASS,
    Tagging: taggingOf(payload.Tagging),
  };
}

/** Turns the fields into the arguments of a PutObject. */
export function toInput(fields: JsonObject): Omit<PutObjectCommandInput, 'Bucket' | 'Key'> {
  const { Body, BodySha256: _, Expires, StorageClass, Tagging, ...rest } = fields;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return {
    ...given,
    ...(StorageClass !== USUAL_CLASS && { StorageClass: StorageClass as PutObjectCommandInput['StorageClass'] }),
    Body: fromJson(Body) ?? Buffer.alloc(0),
    ...(typeof Expires === 'string' && { Expires: new Date(Expires) }),
    ...(Tagging && { Tagging: new URLSearchParams(Tagging as Record<string, string>).toString() }),
  };
}

function bodyPut(body: Json | undefined): JsonObject {
  const digest = (body as { $sha256?: unknown } | null | undefined)?.$sha256;
  if (typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest)) return { BodySha256: digest };
  const bytes = body === undefined ? Buffer.alloc(0) : fromJson(body);
  if (!bytes) throw new NotCapturable('the body is neither text nor { "$base64" } nor { "$sha256" }');
  return { Body: toJson(bytes), BodySha256: digestOf(bytes) };
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const isEmpty = (value: object) => Object.keys(value).length === 0;

/** HTTP knows whole seconds. */
function momentOf(value: Json): Json {
  const at = Date.parse(String(value));
  return Number.isNaN(at) ? value : new Date(Math.floor(at / 1000) * 1000).toISOString();
}

/** Names are lower case when they come back. */
function metadataOf(metadata: Json | Record<string, string> | undefined): Json {
  if (!metadata || isEmpty(Object(metadata))) return null;
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name.toLowerCase(), String(value).trim()]),
  );
}

function taggingOf(tagging: Json | undefined): Json {
  const tags = Object.fromEntries(new URLSearchParams(typeof tagging === 'string' ? tagging : ''));
  return isEmpty(tags) ? null : tags;
}
