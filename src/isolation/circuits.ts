import { Injectable } from '@nestjs/common';
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { ProviderUnavailableError } from '../connectors/connector.js';
import { recentlyUsed } from '../platform/recently-used.js';

const FAILURES_IN_A_ROW = 6;
const LEFT_ALONE_MS = 10_000;
const MOST_CIRCUITS = 10_000;

/** A provider that stated when to retry is not broken. */
const isFailure = (error: Error) => error instanceof ProviderUnavailableError && error.retryAfterMs === null;

/**
 * One circuit for each organization's connector, in this process: after six failures in a row the provider is left
 * alone for ten seconds, and every call or undo there fails at once meanwhile. Then one call tests whether the provider
 * is back.
 */
@Injectable()
export class Circuits {
  private readonly circuits = recentlyUsed<CircuitBreakerPolicy>(MOST_CIRCUITS);

  /** @throws ProviderUnavailableError also while the provider is left alone; whatever else `call` throws */
  async through<T>(organizationId: string, connector: string, call: () => Promise<T>): Promise<T> {
    try {
      return await this.circuit(`${organizationId} ${connector}`).execute(call);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new ProviderUnavailableError(
        `${connector} did not answer several times in a row, and is left alone for now`,
      );
    }
  }

  private circuit(of: string): CircuitBreakerPolicy {
    const known = this.circuits.get(of);
    if (known) return known;
    const breaker = new ConsecutiveBreaker(FAILURES_IN_A_ROW);
    const made = circuitBreaker(handleWhen(isFailure), { halfOpenAfter: LEFT_ALONE_MS, breaker });
    this.circuits.set(of, made);
    return made;
  }
}
