import {
  type Capture,
  type ConnectorContext,
  type JsonObject,
  type Performed,
  type PerformedCall,
  ProviderUnavailableError,
} from '../../connector.js';
import { refuseMembers } from '../../resource/performing.js';
import { RefusedError } from '../../resource/read.js';
import { NotCapturable } from '../../resource/resource.js';
import { captureWithin } from '../capture.js';
import type { RedisOperation } from '../operations.js';
import { readingCommand } from '../read-operations.js';
import { withExpiries } from '../reads.js';
import { asked, connected } from '../server/client.js';
import { type Place, sentTo } from '../server/place.js';
import type { Command, RedisTransport } from '../server/transport.js';
import { writing } from './commands.js';

/** The most attempts at a call whose keys other clients keep changing between the capture and the call. */
const TRIES = 20;

/** Captures the keys under WATCH and runs the command in a transaction, which is not carried out where one has changed. */
export async function perform(
  operation: RedisOperation | undefined,
  { apiName, payload }: PerformedCall,
  context: ConnectorContext,
): Promise<Performed> {
  const name = apiName.slice('redis.'.length);
  try {
    const read = readingCommand(name, payload);
    if (read !== undefined)
      return (await connected(context, (client) => run(client, read, null))) ?? refused('no answer');
    refuseMembers(payload, ['precededBy']);
    const command = writing(name, payload);
    if (command === undefined) throw new NotCapturable(`${apiName} is not performed`);
    return await connected(context, (client, place) => write(client, place, { operation, payload, command }, context));
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    if (error instanceof NotCapturable) return refused(error.message);
    if (error instanceof RefusedError) return refused(messageOf(error));
    throw error;
  }
}

interface Write {
  readonly operation: RedisOperation | undefined;
  readonly payload: JsonObject;
  readonly command: Command;
}

async function write(
  client: RedisTransport,
  place: Place,
  { operation, payload, command }: Write,
  context: ConnectorContext,
): Promise<Performed> {
  if (sentTo(payload, place) === 'elsewhere')
    throw new NotCapturable('the credential names another database than the call');
  for (let tries = 0; tries < TRIES; tries++) {
    const capture = operation ? await watched(client, place, operation, payload) : null;
    await context.note?.({ key: { ...(await sessionOf(client)), server: place.server }, ...(capture && { capture }) });
    const done = await run(client, command, capture);
    if (done !== null) return done;
  }
  return refused('other clients changed the keys at each attempt');
}

/** Returns null when a watched key was changed, and nothing was carried out. */
async function run(client: RedisTransport, command: Command, capture: Capture | null): Promise<Performed | null> {
  const replies = await asked(() => client.answer([command]));
  if (replies === null) return null;
  const [[failure, reply] = [null, null]] = replies;
  if (failure) return refused(failure.message);
  return { outcome: 'done', response: JSON.parse(JSON.stringify(reply ?? null)), capture };
}

/** Captures the keys, which Redis watches from here on. */
async function watched(
  client: RedisTransport,
  place: Place,
  operation: RedisOperation,
  payload: JsonObject,
): Promise<Capture> {
  try {
    const keys = new Set(withExpiries(operation.rule.parts(payload)).map(({ key }) => key));
    await asked(() => client.watch([...keys]));
    return await captureWithin(client, place, operation, payload, 'watched');
  } catch (error) {
    if (error instanceof NotCapturable || error instanceof RefusedError)
      return { captured: false, reason: error.message };
    throw error;
  }
}

/** Reads the id by which the server knows this connection. */
async function sessionOf(client: RedisTransport): Promise<JsonObject> {
  const [[, id] = [null, null]] = await asked(() => client.pipeline([['client', 'ID']]));
  return { client: typeof id === 'number' ? id : null };
}

const refused = (message: string): Performed => ({ outcome: 'refused', refusal: { message } });

/** The words of Redis, without those of the service around them. */
const messageOf = ({ message, cause }: RefusedError) => (cause instanceof Error ? cause.message : message);
