import type { JsonObject } from '../json.js';
import type { Transport } from '../wire/transport.js';
import type { PrecaptureRecord, SessionRecord } from '../wire/wire.js';
import type { Finding } from './finding.js';

/** An operation whose capture needs no name of the customer's: it reads what is there, and the call itself is never made. */
interface HarmlessCall {
  readonly apiName: string;
  readonly payload: JsonObject;
}

/** Captures that reach the provider, also where nothing of the customer's is there. */
const HARMLESS: Readonly<Record<string, HarmlessCall>> = {
  postgres: { apiName: 'postgres.query', payload: { sql: 'SELECT relname FROM pg_catalog.pg_class' } },
  redis: { apiName: 'redis.keys.set', payload: { key: 'backstop-doctor', value: '' } },
};

/**
 * Captures the state before one harmless call, in a session that it opens and completes. The call is not made, and counts
 * nothing of the quota. @throws BackstopError
 */
export async function tryCapture(
  transport: Transport,
  connectors: readonly string[],
  agentId: string,
): Promise<Finding> {
  const call = harmlessCall(connectors);
  if (call === null) {
    const why = connectors.length === 0 ? 'no credential is stored' : `${connectors.join(', ')} need names of your own`;
    return { isGood: true, what: 'capture', detail: `not tried: ${why}` };
  }
  const intent = 'Check the setup: one capture, no call';
  const session = await transport.request<SessionRecord>('POST', '/sessions', {
    body: { agentId, intent },
    idempotent: true,
  });
  const path = `/sessions/${encodeURIComponent(session.id)}`;
  try {
    if (session.simulated) return { isGood: true, what: 'capture', detail: 'not tried: a test key reads no provider' };
    const { captureFailed } = await transport.request<PrecaptureRecord>('POST', `${path}/actions/precapture`, {
      body: call,
    });
    const [connector = ''] = call.apiName.split('.');
    const detail = captureFailed
      ? `${call.apiName} failed: an operator tests the credential of ${connector} under Connectors`
      : `${call.apiName} would be captured`;
    return { isGood: !captureFailed, what: 'capture', detail };
  } finally {
    await transport.request('PATCH', path, { body: { status: 'COMPLETED' } });
  }
}

/** Returns a call of the first of these connectors that has a harmless one; null where none has. */
function harmlessCall(connectors: readonly string[]): HarmlessCall | null {
  for (const connector of connectors) {
    const call = HARMLESS[connector];
    if (call) return call;
  }
  return null;
}
