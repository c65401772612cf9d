import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Config } from '../../config/config.js';
import { NOW } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { findPage } from '../../platform/database/page.js';
import { notFound } from '../../platform/errors.js';
import type { PageQuery } from '../../platform/http/input/page.dto.js';
import type { Principal } from '../access/principal.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { type ApiKeyKind, generateApiKey } from './api-key.js';
import { hashedSecret } from './hashed-secret.js';

/** docs/contract.md, "Auth": keys are shown once and kept as id and keyed hash. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly epochs: OrganizationEpochs,
    private readonly audit: AuditTrail,
  ) {}

  async create(caller: Principal, wanted: { name: string; kind: ApiKeyKind; agentId?: string }) {
    const { id, secret, key } = generateApiKey(wanted.kind);
    return this.database.transaction(caller.organizationId, async (em) => {
      await em.insert(ApiKeyEntity, {
        id,
        organizationId: caller.organizationId,
        name: wanted.name,
        kind: wanted.kind,
        agentSlug: wanted.agentId ?? null,
        createdBy: caller.label,
        ...hashedSecret(this.config, secret),
        status: 'ACTIVE',
        revokedAt: null,
      });
      const created = await em.findOneByOrFail(ApiKeyEntity, { id, organizationId: caller.organizationId });
      const after = toApiKeyView(created);
      await this.audit.record(em, caller, { action: 'api-key.created', target: target(id), before: null, after });
      return { ...after, key };
    });
  }

  list({ organizationId }: Principal, query: PageQuery) {
    return this.database.transaction(organizationId, (em) =>
      findPage(em, ApiKeyEntity, organizationId, query, toApiKeyView),
    );
  }

  /** Revokes the key everywhere at once, because the epoch rises with it. Revoking again changes nothing. */
  revoke(caller: Principal, id: string) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const where = { id, organizationId };
      const key = await em.findOne(ApiKeyEntity, { where, lock: { mode: 'for_no_key_update' } });
      if (!key) throw notFound('API key');
      if (key.status === 'ACTIVE') {
        await em.update(ApiKeyEntity, where, { status: 'REVOKED', revokedAt: NOW });
        await this.epochs.raise(em, organizationId);
        const before = toApiKeyView(key);
        const after = toApiKeyView(await em.findOneByOrFail(ApiKeyEntity, where));
        await this.audit.record(em, caller, { action: 'api-key.revoked', target: target(id), before, after });
      }
      return { id, deleted: true };
    });
  }
}

const target = (id: string) => ({ type: 'api-key', id });

function toApiKeyView(key: ApiKeyEntity) {
  return {
    id: key.id,
    name: key.name,
    kind: key.kind,
    agentId: key.agentSlug,
    createdBy: key.createdBy,
    status: key.status,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}
