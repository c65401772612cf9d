import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Principal } from '../auth/access/principal.js';
import type { Connector, ConnectorContext } from '../connectors/connector.js';
import { type IsolatedConnector, Isolation } from '../isolation/isolation.service.js';
import { cutText } from '../platform/cut-text.js';
import { SealError } from '../platform/envelope.js';
import { RegistryService } from '../registry/registry.service.js';
import { ConnectorChecksRepository, type StoredCredential } from './connector-checks.repository.js';
import { type ConnectorHealth, checked, type Finding, unconfigured } from './connector-health.js';
import { CredentialsService } from './credentials.service.js';

const MAX_CONCURRENT_CHECKS = 8;
const WITHIN_MS = 5_000;
/**
 * The step is a little shorter than the limit, so that the connector's message about a slow provider is usually
 * received.
 */
const STEP_MS = 4_500;
const DETAIL_LENGTH = 500;

/** Checks whether every connector reaches its provider (docs/contract.md, "Credentials and registry"). */
@Injectable()
export class ConnectorHealthService {
  /** The last of the waiting checks, by organization. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(
    private readonly checks: ConnectorChecksRepository,
    private readonly credentials: CredentialsService,
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
  ) {}

  /**
   * Answers one entry for each connector. A finding is valid for a minute or until its credential changes. One check
   * runs at a time for an organization: a request that arrives meanwhile uses the findings of that check.
   */
  check({ organizationId }: Principal): Promise<ConnectorHealth[]> {
    const before = this.last.get(organizationId) ?? Promise.resolve();
    const mine = before.then(() => this.checkNow(organizationId));
    const over = mine
      .catch(() => undefined)
      .then(() => {
        if (this.last.get(organizationId) === over) this.last.delete(organizationId);
      });
    this.last.set(organizationId, over);
    return mine;
  }

  private async checkNow(organizationId: string): Promise<ConnectorHealth[]> {
    const stored = await this.checks.ofOrganization(organizationId);
    const limit = pLimit(MAX_CONCURRENT_CHECKS);
    return Promise.all(
      this.registry.connectors.map((connector) => {
        const credential = stored.find((one) => one.connector === connector.id);
        if (!credential) return unconfigured(connector.id);
        if (credential.check) return checked(connector.id, credential.check);
        return limit(() => this.probe(organizationId, connector, credential));
      }),
    );
  }

  /** Checks the provider without holding a database connection. */
  private async probe(
    organizationId: string,
    connector: Connector,
    credential: StoredCredential,
  ): Promise<ConnectorHealth> {
    const context = await this.contextFor(organizationId, connector.id);
    if (!context) return unconfigured(connector.id);
    const found =
      context instanceof SealError ? sealed : await ask(this.isolation.of(organizationId, connector), context);
    const checkedAt = await this.checks.record(organizationId, credential, found);
    return checked(connector.id, { ...found, checkedAt: checkedAt ?? new Date() });
  }

  private async contextFor(organizationId: string, connector: string): Promise<ConnectorContext | SealError | null> {
    try {
      const context = await this.credentials.contextFor(organizationId, connector);
      return context && { ...context, timeoutMs: STEP_MS };
    } catch (error) {
      if (error instanceof SealError) return error;
      throw error;
    }
  }
}

const sealed: Finding = {
  ok: false,
  latencyMs: 0,
  detail: 'the stored credential cannot be opened with the keys of this installation',
};

async function ask(connector: IsolatedConnector, context: ConnectorContext): Promise<Finding> {
  const begun = performance.now();
  const detail = await troubleOf(connector, context);
  return { ok: detail === null, latencyMs: Math.round(performance.now() - begun), detail };
}

async function troubleOf(connector: IsolatedConnector, context: ConnectorContext): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${WITHIN_MS / 1_000} seconds`)), WITHIN_MS);
  });
  try {
    await Promise.race([connector.probe(context), late]);
    return null;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : 'the check failed';
    return cutText(sentence.replaceAll('\0', ''), DETAIL_LENGTH);
  } finally {
    clearTimeout(timer);
  }
}
