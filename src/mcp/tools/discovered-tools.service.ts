import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { DiscoveredOperation, Discovery } from '../../connectors/connector.js';
import { CredentialsService, type Offer } from '../../credentials/credentials.service.js';
import { Isolation } from '../../isolation/isolation.service.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { recentlyUsed } from '../../platform/recently-used.js';
import { RegistryService } from '../../registry/registry.service.js';

/** An older answer of the providers is used once more, while they are asked again. */
const FRESH_MS = 10_000;
const MOST_KEPT = 1_000;

interface Found extends Discovery {
  readonly askedAt: number;
  /** A number that changes when the operations change. */
  readonly revision: number;
}

const NOTHING: Found = { operations: [], failures: {}, askedAt: 0, revision: 0 };

/** The operations that providers name by themselves, by the last answer that this process had. */
@Injectable()
export class DiscoveredTools {
  private readonly found = recentlyUsed<Found>(MOST_KEPT);
  private readonly asking = new Map<string, Promise<Found>>();

  constructor(
    private readonly credentials: CredentialsService,
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
    private readonly logger: PinoLogger,
  ) {}

  /** Waits for the providers of a credential the first time alone. */
  async of(offers: readonly Offer[]): Promise<readonly DiscoveredOperation[]> {
    const found = await Promise.all(offers.filter((offer) => this.isDiscovered(offer)).map((one) => this.ofOne(one)));
    return found.flatMap(({ operations }) => operations);
  }

  /** The numbers differ once this process knows other operations. */
  revisionsOf(offers: readonly Offer[]): readonly number[] {
    return offers.map((offer) => (this.found.peek(keyOf(offer)) ?? NOTHING).revision);
  }

  /** True when the provider of this credential names its operations by itself. */
  isDiscovered({ connector }: Offer): boolean {
    return this.registry.connector(connector)?.discover !== undefined;
  }

  private async ofOne(offer: Offer): Promise<Found> {
    const known = this.found.get(keyOf(offer));
    if (known && performance.now() - known.askedAt < FRESH_MS) return known;
    const asked = this.ask(offer, known ?? NOTHING);
    return known ?? (await asked);
  }

  /** Asks once at a time for each credential. */
  private ask(offer: Offer, known: Found): Promise<Found> {
    const key = keyOf(offer);
    const running = this.asking.get(key);
    if (running) return running;
    const asked = this.discover(offer)
      .then((discovery) => this.keep(key, known, discovery))
      .finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  /** A provider that does not answer keeps its known operations. */
  private keep(key: string, known: Found, { operations, failures }: Discovery): Found {
    for (const [part, reason] of Object.entries(failures))
      if (known.failures[part] !== reason)
        this.logger.warn({ part, reason }, 'a provider does not list its operations');
    const silent = Object.keys(failures);
    const kept = known.operations.filter(({ apiName }) => silent.some((part) => apiName.startsWith(part)));
    const all = [...operations, ...kept];
    const revision = known.revision + (isDeepStrictEqual(all, known.operations) ? 0 : 1);
    const found = { operations: all, failures, askedAt: performance.now(), revision };
    this.found.set(key, found);
    return found;
  }

  /** It never throws. */
  private async discover({ organizationId, connector: id }: Offer): Promise<Discovery> {
    try {
      const connector = this.registry.connector(id);
      const context = connector && (await this.credentials.contextFor(organizationId, id));
      const isolated = connector && this.isolation.of(organizationId, connector);
      return (context && (await isolated?.discover?.(context))) ?? NOTHING;
    } catch (error) {
      return { operations: [], failures: { [`${id}.`]: error instanceof Error ? error.message : String(error) } };
    }
  }
}

const keyOf = ({ organizationId, connector, version }: Offer) => `${organizationId} ${connector} ${version}`;
