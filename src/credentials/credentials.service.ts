// SQL: the sealed values and the key that opens them are read by one function, and what is offered without them.

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Principal } from '../auth/access/principal.js';
import { Config } from '../config/config.js';
import type { Connector, ConnectorContext } from '../connectors/connector.js';
import { Isolation } from '../isolation/isolation.service.js';
import { NOW } from '../platform/database/columns.js';
import { Database, type RowLock } from '../platform/database/database.js';
import { open, SealError, seal } from '../platform/envelope.js';
import { notFound, validationFailed } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import { RegistryService } from '../registry/registry.service.js';
import { CredentialEntity } from './credential.entity.js';
import { KeyRing } from './key-ring.js';

/** The part of a stored credential that agents may use. */
export interface Offer {
  readonly organizationId: string;
  readonly connector: string;
  /** It is another one once the values are replaced. */
  readonly version: number;
  readonly patterns: readonly string[];
}

interface PutCredential {
  readonly values?: Readonly<Record<string, unknown>>;
  readonly agentOperations?: readonly string[];
}

/** A credential as it is stored, with the key that opens it; its bytes are Buffers, or texts as PostgreSQL writes them. */
export interface SealedCredential {
  readonly id: string;
  readonly version: number;
  readonly wrapped_key: Buffer | string;
  readonly sealed_values: Buffer | string;
  readonly root_key: number | null;
  readonly organization_key: Buffer | string | null;
}

interface NewVersion {
  readonly organizationId: string;
  readonly connectorId: string;
  readonly before: CredentialEntity | null;
  readonly values: Readonly<Record<string, string>>;
  /** The stored patterns stay when undefined. */
  readonly offered: string[] | undefined;
}

/** A new version has not been checked. */
const NOT_CHECKED = { lastCheckedAt: null, lastCheckOk: null, lastCheckLatencyMs: null, lastCheckDetail: null };

/** Secrets of the organization's connectors, sealed; docs/contract.md, "Credentials and registry". */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly database: Database,
    private readonly registry: RegistryService,
    private readonly keys: KeyRing,
    private readonly config: Config,
    private readonly audit: AuditTrail,
    private readonly isolation: Isolation,
  ) {}

  list({ organizationId }: Principal) {
    return this.database.transaction(organizationId, async (em) => {
      const rows = await em.find(CredentialEntity, { where: { organizationId }, order: { connector: 'ASC' } });
      return rows.map(toCredentialView);
    });
  }

  /**
   * Replaces all values at once, or keeps them and changes the operations that agents may have performed.
   * @throws 404 for an unknown connector, 400 on missing or unknown fields
   */
  async put(caller: Principal, connectorId: string, { values, agentOperations }: PutCredential) {
    const { organizationId } = caller;
    const connector = this.connector(connectorId);
    const checked = values && checkedValues(connector, values);
    const offered = agentOperations && checkedPatterns(connector, agentOperations);
    const replaced = await this.database.transaction(organizationId, async (em) => {
      // The key is locked before the credential, by all writers: two orders deadlock when the credential is also removed.
      const organizationKey = checked && (await this.keys.forWriting(em, organizationId));
      const before = await this.find(em, organizationId, connectorId, { mode: 'pessimistic_write' });
      if (organizationKey)
        await this.seal(em, organizationKey, { organizationId, connectorId, before, values: checked, offered });
      else if (before)
        await em.update(
          CredentialEntity,
          { organizationId, id: before.id },
          { agentOperations: offered ?? before.agentOperations },
        );
      else throw validationFailed('values', 'are required where none are stored');
      const stored = await this.find(em, organizationId, connectorId);
      if (!stored) throw notFound('credential');
      const after = toCredentialView(stored);
      await this.audit.record(em, caller, {
        action: before ? 'credential.replaced' : 'credential.stored',
        target: { type: 'credential', id: stored.id },
        before: before ? toCredentialView(before) : null,
        after,
      });
      return after;
    });
    this.isolation.forget(organizationId, connectorId);
    return replaced;
  }

  /** A key used once for each version. */
  private async seal(
    em: EntityManager,
    organizationKey: Buffer,
    { organizationId, connectorId: connector, before, values, offered }: NewVersion,
  ): Promise<void> {
    const id = before?.id ?? newId();
    const version = (before?.version ?? 0) + 1;
    const context = contextOf(organizationId, connector, id, version);
    const key = randomBytes(32);
    await em.upsert(
      CredentialEntity,
      {
        id,
        organizationId,
        connector,
        version,
        fields: Object.keys(values),
        wrappedKey: seal(organizationKey, context, key),
        sealedValues: seal(key, context, Buffer.from(JSON.stringify(values))),
        agentOperations: offered ?? before?.agentOperations ?? [],
        updatedAt: NOW,
        ...NOT_CHECKED,
      },
      ['organizationId', 'connector'],
    );
  }

  /** Patterns of the operations that agents may have performed; empty when no credential is stored. */
  async offered(em: EntityManager, organizationId: string, connector: string): Promise<readonly string[]> {
    const [row]: { offered: string[] }[] = await em.query(
      'SELECT agent_operations AS offered FROM credentials WHERE organization_id = $1 AND connector = $2',
      [organizationId, connector],
    );
    return row?.offered ?? [];
  }

  /** The patterns of every stored credential of each organization that offers operations to agents. */
  async offersOf(organizationIds: readonly string[]): Promise<readonly Offer[]> {
    return this.database.transaction(organizationIds, (em) =>
      em.query(
        `SELECT organization_id AS "organizationId", connector, version, agent_operations AS patterns FROM credentials
         WHERE organization_id = ANY ($1) AND agent_operations <> '{}' ORDER BY organization_id, connector`,
        [organizationIds],
      ),
    );
  }

  /** Reads the offered operations in a separate round trip. */
  async offeredNow(organizationId: string, connector: string): Promise<readonly string[]> {
    const [row] = await this.database.hot<{ offered: string[] | null }>({
      name: 'offered_operations',
      text: 'SELECT offered_operations($1, $2) AS offered',
      values: [organizationId, connector],
    });
    return row?.offered ?? [];
  }

  /** @throws 404 for an unknown connector, and when nothing is stored for it */
  async remove(caller: Principal, connectorId: string) {
    const { organizationId } = caller;
    const { id: connector } = this.connector(connectorId);
    const removed = await this.database.transaction(organizationId, async (em) => {
      const stored = await this.find(em, organizationId, connector, { mode: 'pessimistic_write' });
      if (!stored) throw notFound('credential');
      const { id } = stored;
      await em.delete(CredentialEntity, { organizationId, id });
      await this.audit.record(em, caller, {
        action: 'credential.removed',
        target: { type: 'credential', id },
        before: toCredentialView(stored),
        after: null,
      });
      return { id, deleted: true };
    });
    this.isolation.forget(organizationId, connector);
    return removed;
  }

  /** Answers which of the connectors an agent may use; asks no provider. */
  validate({ organizationId, plan }: Principal, connectors: readonly string[]) {
    return this.database.transaction(organizationId, async (em) => {
      const rows = await em.find(CredentialEntity, {
        where: { organizationId },
        select: { id: true, connector: true },
      });
      const stored = new Set(rows.map((row) => row.connector));
      const configured = connectors.filter((connector) => stored.has(connector));
      const missing = connectors.filter((connector) => !stored.has(connector));
      const suggestions = missing.map((connector) =>
        this.registry.connector(connector)
          ? `An operator can store it with PUT /settings/credentials/${connector}.`
          : `"${connector}" is not a connector; GET /registry lists them.`,
      );
      return { valid: missing.length === 0, configured, missing, suggestions, plan };
    });
  }

  /**
   * The context with which a connector reaches its provider, or null when the operator stored no credential for it.
   * @param sealed the credential, where it was read a moment ago
   */
  async contextFor(
    organizationId: string,
    connectorId: string,
    sealed?: SealedCredential | null,
  ): Promise<ConnectorContext | null> {
    const row = sealed === undefined ? await this.sealed(organizationId, connectorId) : sealed;
    if (!row) return null;
    if (!row.organization_key || row.root_key === null) throw new SealError('the organization has no key');
    const context = contextOf(organizationId, connectorId, row.id, row.version);
    const organizationKey = this.keys.unwrap(organizationId, row.root_key, bytesOf(row.organization_key));
    const key = open(organizationKey, context, bytesOf(row.wrapped_key));
    const credentials = JSON.parse(open(key, context, bytesOf(row.sealed_values)).toString()) as Record<string, string>;
    const { allowedPrivateHosts, providerTimeoutSeconds } = this.config;
    return { credentials, allowedPrivateHosts, timeoutMs: providerTimeoutSeconds * 1_000 };
  }

  private async sealed(organizationId: string, connectorId: string): Promise<SealedCredential | null> {
    const [row] = await this.database.hot<SealedCredential>({
      name: 'sealed_credential',
      text: 'SELECT * FROM sealed_credential($1, $2)',
      values: [organizationId, connectorId],
    });
    return row ?? null;
  }

  private connector(id: string): Connector {
    const connector = this.registry.connector(id);
    if (!connector) throw notFound('connector');
    return connector;
  }

  private find(
    em: EntityManager,
    organizationId: string,
    connector: string,
    lock?: RowLock,
  ): Promise<CredentialEntity | null> {
    return em.findOne(CredentialEntity, { where: { organizationId, connector }, lock });
  }
}

/** PostgreSQL writes bytes in JSON as hexadecimal digits after two characters. */
const bytesOf = (bytes: Buffer | string): Buffer =>
  typeof bytes === 'string' ? Buffer.from(bytes.slice(2), 'hex') : bytes;

function checkedValues(connector: Connector, values: Readonly<Record<string, unknown>>): Record<string, string> {
  const known = new Set(connector.credentialFields.map((field) => field.name));
  for (const [name, value] of Object.entries(values)) {
    if (!known.has(name)) throw validationFailed(`values.${name}`, `is not a field of ${connector.id}`);
    if (typeof value !== 'string' || value === '' || value.length > 10_000) {
      throw validationFailed(`values.${name}`, 'must be a text of 1 to 10000 characters');
    }
  }
  for (const field of connector.credentialFields) {
    if (field.required && !(field.name in values)) throw validationFailed(`values.${field.name}`, 'is required');
  }
  return { ...values } as Record<string, string>;
}

/** @throws 400 for a pattern of another connector */
function checkedPatterns({ id }: Connector, patterns: readonly string[]): string[] {
  if (!patterns.every((pattern) => pattern.startsWith(`${id}.`)))
    throw validationFailed('agentOperations', `must be patterns of operations of ${id}`);
  return [...new Set(patterns)];
}

const contextOf = (organizationId: string, connector: string, id: string, version: number) =>
  `credential ${organizationId} ${connector} ${id} ${version}`;

function toCredentialView(row: CredentialEntity) {
  return {
    connector: row.connector,
    fields: row.fields,
    agentOperations: row.agentOperations,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastCheckedAt: row.lastCheckedAt?.toISOString() ?? null,
    lastCheckOk: row.lastCheckOk,
  };
}
