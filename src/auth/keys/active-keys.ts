import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { ApiKeyEntity } from './api-key.entity.js';

/** Finds the keys of an organization that are still active. */
@Injectable()
export class ActiveKeys {
  constructor(private readonly database: Database) {}

  /** Answers the keys among these that are not revoked now. */
  async among(organizationId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const where = { organizationId, id: In([...ids]), status: 'ACTIVE' as const };
    const keys = await this.database.transaction(organizationId, (em) =>
      em.find(ApiKeyEntity, { where, select: { id: true } }),
    );
    return new Set(keys.map(({ id }) => id));
  }
}
