import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { DomainError, validationFailed } from '../platform/errors.js';
import { canonicalHash, sha256 } from '../platform/hash.js';
import { Idempotent } from '../platform/http/answer.js';
import { unavailable } from '../platform/http/problem.js';
import type { Principal } from './principal.js';

/** An Idempotency-Key as it counts: of this principal, method and resource, with the hash of the body it came with. */
export interface IdempotencyKey {
  readonly scope: string;
  readonly requestHash: string;
}

/** Reads the key of a request; null when it carries none. */
export const readKey = (_: unknown, context: ExecutionContext): IdempotencyKey | null => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw validationFailed('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
  }
  const caller = request.principal;
  // Not the URL: one route has many spellings.
  const resource = `${request.routeOptions.url} ${JSON.stringify(request.params)}`;
  return {
    scope: sha256(`${caller?.kind}:${caller?.id} ${request.method} ${resource} ${key}`),
    requestHash: canonicalHash(request.body ?? null),
  };
};

export const Once = createParamDecorator(readKey);

const LIFETIME_MS = 24 * 3_600_000;

/** What a key made is forgotten after 24 hours. */
export const isKeyOver = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() > LIFETIME_MS;

export const idempotencyConflict = () =>
  new DomainError('conflict', 'idempotency-conflict', 'This Idempotency-Key was used with another request.');

/** docs/contract.md, "Wire conventions": the same key and body never do anything twice, for 24 hours, also at the same moment. */
@Injectable()
export class IdempotencyKeys {
  /** The resource the key already made, or null. @throws 409 idempotency-conflict */
  async find(em: EntityManager, caller: Principal, key: IdempotencyKey | null): Promise<string | null> {
    if (!key) return null;
    const [row]: { request_hash: string; resource_id: string }[] = await em.query(
      `SELECT request_hash, resource_id FROM idempotency_keys
       WHERE organization_id = $1 AND scope = $2 AND created_at > now() - $3 * interval '1 millisecond'`,
      [caller.organizationId, key.scope, LIFETIME_MS],
    );
    if (row && row.request_hash !== key.requestHash) throw idempotencyConflict();
    return row?.resource_id ?? null;
  }

  /**
   * Runs `create` unless the key did so before; `read` then shows the same resource as it is now. The key is written
   * in the same transaction, so a second request waits for the first and sees it whole or not at all.
   * @throws 409 idempotency-conflict
   */
  async once<T>(
    em: EntityManager,
    caller: Principal,
    key: IdempotencyKey | null,
    create: () => Promise<string>,
    read: (id: string) => Promise<T>,
  ): Promise<Idempotent<T>> {
    if (!key) return new Idempotent(await read(await create()), false);
    const at = [caller.organizationId, key.scope];
    await em.query(
      `DELETE FROM idempotency_keys
       WHERE organization_id = $1 AND scope = $2 AND created_at <= now() - $3 * interval '1 millisecond'`,
      [...at, LIFETIME_MS],
    );
    const taken: unknown[] = await em.query(
      `INSERT INTO idempotency_keys (organization_id, scope, request_hash) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING scope`,
      [...at, key.requestHash],
    );
    if (taken.length === 0) {
      const before = await this.find(em, caller, key);
      // What the key had made was purged at this very moment, and the key with it.
      if (!before) throw unavailable();
      return new Idempotent(await read(before), true);
    }
    const id = await create();
    await em.query('UPDATE idempotency_keys SET resource_id = $3 WHERE organization_id = $1 AND scope = $2', [
      ...at,
      id,
    ]);
    return new Idempotent(await read(id), false);
  }
}
