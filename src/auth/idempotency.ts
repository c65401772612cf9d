import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type EntityManager, Raw } from 'typeorm';
import { validationFailed } from '../platform/errors.js';
import { hashOfBody, sha256 } from '../platform/hash.js';
import { Idempotent } from '../platform/http/answers/answer.js';
import { unavailable } from '../platform/http/answers/problem.js';
import type { Principal } from './access/principal.js';
import { idempotencyConflict } from './auth.errors.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';

/** An Idempotency-Key as it counts: of this principal, method and resource, with the hash of the body it came with. */
export interface IdempotencyKey {
  readonly scope: string;
  readonly requestHash: string;
}

/**
 * Reads the key of a request; null when it carries none. `without`: members of the body that belong to the attempt, so
 * that another process which asks the same again does not have to send them as before.
 */
export const readKey = (without: readonly string[] | undefined, context: ExecutionContext): IdempotencyKey | null => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw validationFailed('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
  }
  const caller = request.principal;
  // The key includes the route, not the URL, because one route has many spellings.
  const resource = `${request.routeOptions.url} ${JSON.stringify(request.params)}`;
  return {
    scope: sha256(`${caller?.kind}:${caller?.id} ${request.method} ${resource} ${key}`),
    requestHash: hashOfBody(withoutMembers(request.body ?? null, without ?? [])),
  };
};

export const Once = createParamDecorator(readKey);

function withoutMembers(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || !names.some((name) => name in body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

const LIFETIME_MS = 24 * 3_600_000;
/** The same, as an interval of PostgreSQL. */
export const KEY_LIFETIME = '24 hours';

/** A key is forgotten 24 hours after its request. */
export const isKeyOver = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() > LIFETIME_MS;

/** docs/contract.md, "Wire conventions": the same key and body never do anything twice, for 24 hours, also at the same moment. */
@Injectable()
export class IdempotencyKeys {
  /** The resource the key already made, or null. @throws 409 idempotency-conflict */
  async find(em: EntityManager, caller: Principal, key: IdempotencyKey | null): Promise<string | null> {
    if (!key) return null;
    const { organizationId } = caller;
    const live = Raw((column) => `${column} > now() - ${LIFETIME_MS} * interval '1 millisecond'`);
    const row = await em.findOneBy(IdempotencyKeyEntity, { organizationId, scope: key.scope, createdAt: live });
    if (row && row.requestHash !== key.requestHash) throw idempotencyConflict();
    return row?.resourceId ?? null;
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
    const at = { organizationId: caller.organizationId, scope: key.scope };
    const over = Raw((column) => `${column} <= now() - ${LIFETIME_MS} * interval '1 millisecond'`);
    await em.delete(IdempotencyKeyEntity, { ...at, createdAt: over });
    const { raw: taken } = await em
      .createQueryBuilder()
      .insert()
      .into(IdempotencyKeyEntity)
      .values({ ...at, requestHash: key.requestHash })
      .orIgnore()
      .returning(['scope'])
      .execute();
    if (taken.length === 0) {
      const before = await this.find(em, caller, key);
      // The key's resource was purged at this very moment, and the key with it.
      if (!before) throw unavailable();
      return new Idempotent(await read(before), true);
    }
    const id = await create();
    await em.update(IdempotencyKeyEntity, at, { resourceId: id });
    return new Idempotent(await read(id), false);
  }
}
