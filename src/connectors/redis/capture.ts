import { Ajv, type ValidateFunction } from 'ajv';
import type { Capture, ConnectorContext, JsonObject } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';
import type { RedisOperation } from './operations.js';
import { idOf, OTHER_TYPE, type Part } from './part.js';
import { reading, statesOf, tooLarge, withExpiries } from './reads.js';
import { recordOf, type Snapshot } from './record.js';
import { explained } from './server/client.js';
import { type Place, sentTo } from './server/place.js';
import type { Command, RedisTransport } from './server/transport.js';

const MOST_BYTES = 4_000_000;
const ajv = new Ajv({ strict: false });
const compiled = new WeakMap<RedisOperation, ValidateFunction>();

/** Reads the state that the call would touch, in one transaction. */
export function capture(operation: RedisOperation, payload: JsonObject, context: ConnectorContext): Promise<Capture> {
  return explained(context, (client, place) => captureWithin(client, place, operation, payload, 'alone'));
}

/**
 * @param how `watched`: the keys are under WATCH, and the call follows on the same connection only if none changes
 * @throws NotCapturable, and what the client throws
 */
export async function captureWithin(
  client: RedisTransport,
  place: Place,
  operation: RedisOperation,
  payload: JsonObject,
  how: 'alone' | 'watched',
): Promise<Capture> {
  const problem = problemOf(operation, payload);
  if (problem) throw new NotCapturable(`the payload is not one that is known: ${problem}`);
  if (sentTo(payload, place) === 'elsewhere')
    throw new NotCapturable('the credential names another database than the one the call is sent to');
  const parts = withExpiries(operation.rule.parts(payload));
  const found = await read(client, place, parts, how);
  const snapshot = { ...found, ...(how === 'watched' && { isExact: true }) } as unknown as JsonObject;
  // Words of unknown meaning are found before the call, not at its undo.
  const record = recordOf(operation, { apiName: operation.apiName, payload, response: [], snapshot });
  if (!record.possible) throw new NotCapturable(record.reason);
  if (Buffer.byteLength(JSON.stringify(snapshot)) > MOST_BYTES)
    throw new NotCapturable('the state is larger than 4 MB');
  const keys = [...new Set(parts.map(({ key }) => `key ${JSON.stringify(key)}`))];
  return { captured: true, resource: { keys }, content: snapshot };
}

/**
 * The fault of a payload, in words; null when its schema accepts it. A member of unknown meaning is a fault, because no
 * undo could restore its effect.
 */
function problemOf(operation: RedisOperation, payload: JsonObject): string | null {
  const takes = compiled.get(operation) ?? ajv.compile(operation.payloadSchema);
  compiled.set(operation, takes);
  if (takes(payload)) return null;
  const { instancePath = '', message = '', params = {} } = takes.errors?.[0] ?? {};
  return [instancePath, message, params.additionalProperty ?? ''].join(' ').trim();
}

async function read(
  client: RedisTransport,
  place: Place,
  parts: readonly Part[],
  how: 'alone' | 'watched',
): Promise<Snapshot> {
  const large = await tooLarge(client, parts);
  const [first] = large;
  if (first !== undefined) throw new NotCapturable(`the key ${JSON.stringify(first)} holds more than 1 MB`);
  const commands: Command[] = [...parts.flatMap((part) => reading(part).commands), ['time']];
  // EXEC would end the WATCH.
  const replies = (await (how === 'watched' ? client.pipeline(commands) : client.multi(commands))) ?? [];
  const states = statesOf(parts, replies);
  const other = parts.find((_, index) => states[index] === OTHER_TYPE);
  if (other) throw new NotCapturable(`the key ${JSON.stringify(other.key)} holds another type`);
  const unique = new Map(parts.map((part, index) => [idOf(part), [part, states[index] ?? null] as const]));
  return { at: millisecondsOf(replies.at(-1)?.[1]), place, states: [...unique.values()] };
}

/** Milliseconds from the answer of TIME, which gives seconds and microseconds. */
export function millisecondsOf(time: unknown): number {
  const [seconds, microseconds] = (time as [string, string]).map(Number);
  return (seconds ?? 0) * 1000 + Math.floor((microseconds ?? 0) / 1000);
}
