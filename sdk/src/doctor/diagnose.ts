import { Backstop, type BackstopOptions } from '../backstop.js';
import { environment } from '../wire/runtime.js';
import { Transport } from '../wire/transport.js';
import type { RegistryEntry } from '../wire/wire.js';

/** The result of one check. */
export interface Finding {
  readonly isGood: boolean;
  readonly what: string;
  readonly detail: string;
}

interface Validation {
  readonly configured: readonly string[];
  readonly missing: readonly string[];
}

/** Signatures and approvals have times of their own; a clock that is off by less harms nothing. */
const MOST_SKEW_MS = 60_000;

/**
 * Looks at address, service, clock, key and credentials, in this order, and stops where the next one cannot be looked at.
 * Changes nothing.
 */
export async function* diagnose(options: BackstopOptions = {}): AsyncGenerator<Finding> {
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
    const { configured, missing } = await transport.request<Validation>('GET', path);
    const without = missing.length === 0 ? '' : `; nothing is undone by the service for ${missing.join(', ')}`;
    yield { isGood: true, what: 'credentials', detail: `${configured.join(', ') || 'none'}${without}` };
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
