import { toBase64, toJson } from '../bytes.js';
import type { Json, JsonObject } from '../connector.js';
import { methodAt } from '../resource/performing.js';
import { NotCapturable } from '../resource/resource.js';

/** The most bytes of an object in an answer: more would not fit as Base64. */
export const MOST_BODY_BYTES = 180_000;

/** Members of inputs that the clients of AWS take as dates. */
const MOMENTS = [
  ...['Expires', 'IfMatchLastModifiedTime', 'LastModifiedTime', 'IfModifiedSince', 'IfUnmodifiedSince'],
  ...[
    'CopySourceIfModifiedSince',
    'CopySourceIfUnmodifiedSince',
    'ObjectLockRetainUntilDate',
    'RetainUntilDate',
    'Date',
  ],
];

/** A payload as the client takes it: bytes for `{ "$base64" }`, dates for their texts. */
export function toInput(value: Json, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => toInput(one, name));
  if (typeof value === 'string') return MOMENTS.includes(name) ? momentOf(value, name) : value;
  if (typeof value !== 'object' || value === null) return value;
  const { $base64, ...others } = value;
  if (typeof $base64 === 'string' && Object.keys(others).length === 0) return Buffer.from($base64, 'base64');
  return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, toInput(one, member)]));
}

function momentOf(text: string, name: string): Date {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new NotCapturable(`${name} is no date`);
  return new Date(at);
}

/** An answer of the client as JSON; a stream is read, and bytes are text where they are text. */
export async function toAnswer(answer: unknown): Promise<Json> {
  if (answer instanceof Uint8Array) return toBase64(answer);
  if (answer instanceof Date) return answer.toISOString();
  if (Array.isArray(answer)) return Promise.all(answer.map(toAnswer));
  if (typeof answer !== 'object' || answer === null) return (answer ?? null) as Json;
  if (isStream(answer)) return toJson(await answer.transformToByteArray());
  const members = Object.entries(answer).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    await Promise.all(members.map(async ([name, one]) => [name, await toAnswer(one)] as const)),
  );
}

const isStream = (value: object): value is { transformToByteArray(): Promise<Uint8Array> } =>
  'transformToByteArray' in value && typeof value.transformToByteArray === 'function';

/** Calls a method of a client of AWS. @throws NotCapturable where it has none */
export const sent = async (client: object, method: string, input: unknown): Promise<Json> =>
  toAnswer(await methodAt(client, method)(input));

/**
 * The method that sends a command by its name, `PutBucketTagging` or `PutBucketTaggingCommand`.
 * @throws NotCapturable for one that has an operation of its own, which policies name
 */
export function methodOfCommand({ command }: JsonObject, known: Readonly<Record<string, string>>, id: string): string {
  const name = String(command).replace(/Command$/, '');
  if (!/^[A-Z][A-Za-z]+$/.test(name)) throw new NotCapturable(`${command} is no command`);
  const method = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const own = Object.entries(known).find(([, one]) => one === method)?.[0];
  if (own !== undefined) throw new NotCapturable(`${name} has an operation of its own: ${id}.${own}`);
  return method;
}

/** A condition of the call did not hold: its own, or that all is as it was captured. */
export const isConditionFailed = (error: unknown): boolean =>
  ['PreconditionFailed', 'ConditionalRequestConflict', 'ConditionalCheckFailedException'].includes(
    (error as { name?: string } | null)?.name ?? '',
  );
