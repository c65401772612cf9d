import { Backstop, type BackstopOptions } from '../backstop.js';
import { environment } from '../wire/runtime.js';
import { Transport } from '../wire/transport.js';
import type { CredentialsCheck, RegistryEntry } from '../wire/wire.js';
import { tryCapture } from './capture.js';
import type { Finding } from './finding.js';

const WITHOUT_APPROVALS = ': a call that needs an approval is refused (PlanRequiredError)';

/** Signatures and approvals have times of their own; a clock that is off by less harms nothing. */
const MOST_SKEW_MS = 60_000;

/** The agent in whose name the session of the capture is opened. */
export const DOCTOR = 'backstop-doctor';

/**
 * Looks at address, service, clock, key, plan, credentials and one capture, in this order, and stops where the next one
 * cannot be looked at. It opens and completes one session for the capture, and changes nothing else.
 * @param agentId of the session; a key that is bound to an agent needs that agent's
 */
export async function* diagnose(options: BackstopOptions = {}, agentId = DOCTOR): AsyncGenerator<Finding> {
  const { baseUrl = environment('BACKSTOP_URL') ?? '', apiKey = environment('BACKSTOP_API_KEY') ?? '' } = options;
  const settings = { ...options, baseUrl, apiKey };
  try {
    new Backstop({ ...settings, outbox: false });
  } catch (error) {
    return yield { isGood: false, what: 'settings', detail: messageOf(error) };
  }
  yield { isGood: true, what: 'settings', detail: `${baseUrl}, ${kindOf(apiKey)}` };
  const health = await healthOf(settings).catch((error: unknown) => error);
  if (!(health instanceof Date)) return yield { isGood: false, what: 'service', detail: messageOf(health) };
  yield { isGood: true, what: 'service', detail: 'answers' };
  const skewMs = Math.round(Date.now() - health.getTime());
  const isOnTime = Math.abs(skewMs) < MOST_SKEW_MS;
  yield { isGood: isOnTime, what: 'clock', detail: `${Math.round(skewMs / 1000)} s from the clock of the service` };
  const transport = new Transport(settings);
  try {
    const registry = await transport.request<readonly RegistryEntry[]>('GET', '/registry');
    const connectors = [...new Set(registry.map(({ connector }) => connector))];
    yield { isGood: true, what: 'key', detail: `accepted; the service knows ${connectors.length} connectors` };
    const path = `/settings/credentials/validate?connectors=${connectors.join(',')}`;
    const { configured, missing, plan } = await transport.request<CredentialsCheck>('GET', path);
    yield { isGood: true, what: 'plan', detail: plan === 'FREE' ? `${plan}${WITHOUT_APPROVALS}` : plan };
    const without = missing.length === 0 ? '' : `; nothing is undone by the service for ${missing.join(', ')}`;
    yield { isGood: true, what: 'credentials', detail: `${configured.join(', ') || 'none'}${without}` };
    yield await tryCapture(transport, configured, agentId).catch((error: unknown) => ({
      ...{ isGood: false, what: 'capture', detail: messageOf(error) },
    }));
  } catch (error) {
    yield { isGood: false, what: 'key', detail: messageOf(error) };
  }
}

async function healthOf({
  baseUrl,
  fetch = globalThis.fetch,
}: {
  baseUrl: string;
  fetch?: typeof globalThis.fetch;
}): Promise<Date> {
  const response = await fetch(`${baseUrl.replace(/\/$/, '')}/health`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  });
  const answer = (await response.json().catch(() => ({}))) as { status?: unknown; timestamp?: unknown };
  const time = new Date(String(answer.timestamp));
  if (answer.status === 'ok' && !Number.isNaN(time.getTime())) return time;
  throw new Error(`${baseUrl} answers ${response.status}, and not as Backstop does: look at BACKSTOP_URL.`);
}

function kindOf(apiKey: string): string {
  if (apiKey.startsWith('bks_live_')) return 'a live key: calls run';
  if (apiKey.startsWith('bks_test_')) return 'a test key: nothing runs, and calls are answered as if';
  return 'a key that is none of Backstop: keys begin with bks_live_ or bks_test_';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message ? `${error.message} (${cause.message})` : error.message;
}
