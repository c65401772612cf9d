import { Injectable } from '@nestjs/common';
import { ProviderUnavailableError } from '../connectors/connector.js';
import type { CallFacts, ReadCall } from '../connectors/facts/facts.js';
import { Isolation } from '../isolation/isolation.service.js';
import { unavailable } from '../platform/http/answers/problem.js';
import { RegistryService } from './registry.service.js';

/** Finds the things that calls act on, for policies that read them (docs/contract.md, "Facts"). */
@Injectable()
export class CallFactsService {
  constructor(
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
  ) {}

  /**
   * Null when no connector knows the operation.
   * @throws 503 when the reading was interrupted
   */
  async of(organizationId: string, call: ReadCall): Promise<CallFacts | null> {
    const [facts = null] = await this.ofEach(organizationId, [call]);
    return facts;
  }

  /** Does the same as `of` for several calls, in their order. */
  async ofEach(organizationId: string, calls: readonly ReadCall[]): Promise<(CallFacts | null)[]> {
    const found: (CallFacts | null)[] = calls.map(({ apiName }) => (this.registry.find(apiName) ? {} : null));
    for (const connector of this.registry.connectors) {
      if (connector.facts.names.length === 0) continue;
      const own = calls.flatMap((call, at) => (this.registry.find(call.apiName)?.connector === connector ? [at] : []));
      if (own.length === 0) continue;
      const sent = own.flatMap((at) => calls[at] ?? []).map(({ apiName, payload }) => ({ apiName, payload }));
      const read = await this.isolation.of(organizationId, connector).facts(sent).catch(toUnavailable);
      own.forEach((at, index) => {
        found[at] = read[index] ?? null;
      });
    }
    return found;
  }
}

function toUnavailable(error: unknown): never {
  throw error instanceof ProviderUnavailableError ? unavailable() : error;
}
