import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import type { Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Config } from '../../config/config.js';
import { NOW } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { notFound, validationFailed } from '../../platform/errors.js';
import { Page } from '../../platform/http/answers/answer.js';
import type { PageQuery } from '../../platform/http/input/page.dto.js';
import { queryMoment } from '../../platform/http/input/query-moment.js';
import type { Principal } from '../access/principal.js';
import { AuthenticationService } from '../authentication.service.js';
import { generateApiKey } from '../keys/api-key.js';
import { hashedSecret } from '../keys/hashed-secret.js';
import { Accounts } from '../organizations/accounts.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import { UserEntity } from '../organizations/user.entity.js';
import { answered, STALE } from '../retry.js';
import type { ClientFacts } from '../sign-in/client-facts.js';
import { Proofs } from '../sign-in/proofs.js';
import { PersonalTokenEntity } from './personal-token.entity.js';
import { statusOf, tokenRevoked, tokenTarget, toTokenView } from './personal-token.js';
import type { CreatePersonalTokenDto } from './personal-tokens.dto.js';

const LONGEST_DAYS = 366;
const DAY_MS = 86_400_000;

/** Makes and revokes the tokens with which an operator's programs speak (docs/contract.md, "Auth"). */
@Injectable()
export class PersonalTokensService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly authentication: AuthenticationService,
    private readonly proofs: Proofs,
    private readonly accounts: Accounts,
    private readonly epochs: OrganizationEpochs,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * The answer holds the token, this once. The caller's identity is read anew under a lock, so that a token of an
   * operator who is removed, or whose password is reset, at this moment is not left over.
   * @throws 400 on an end that is past or too far away; 401; 403 proof-required
   */
  async create(caller: Principal, credential: string, wanted: CreatePersonalTokenDto, from: ClientFacts) {
    const expiresAt = endOf(wanted.expiresAt);
    await this.proofs.require(caller, credential, wanted.password, from);
    const { id, secret, key } = generateApiKey('op');
    const answer = await this.authentication.retryWhenStale(caller, credential, (current) =>
      this.database.transaction(current.organizationId, async (em) => {
        if (!(await this.accounts.lockMembers(em, current))) return STALE;
        const { organizationId, id: userId } = current;
        const { tokenVersion } = await em.findOneByOrFail(UserEntity, { organizationId, id: userId });
        const { name, scopes } = wanted;
        const row = { id, organizationId, userId, name, scopes, tokenVersion, expiresAt };
        await em.insert(PersonalTokenEntity, { ...row, ...hashedSecret(this.config, secret) });
        const after = toTokenView(await em.findOneByOrFail(PersonalTokenEntity, { id, organizationId }), 'ACTIVE');
        const change = { action: 'personal-token.created', target: tokenTarget(id), before: null, after };
        await this.audit.record(em, current, change);
        return answered({ ...after, token: key });
      }),
    );
    return answer;
  }

  /** The caller's own, newest first. */
  list({ organizationId, id: userId }: Principal, { limit, cursor }: PageQuery) {
    return this.database.transaction(organizationId, async (em) => {
      const { tokenVersion } = await em.findOneByOrFail(UserEntity, { organizationId, id: userId });
      const where = { organizationId, userId, ...(cursor && { id: LessThan(cursor) }) };
      const rows = await em.find(PersonalTokenEntity, { where, order: { id: 'DESC' }, take: limit + 1 });
      return Page.of(rows, limit, (row) => toTokenView(row, statusOf(row, tokenVersion, new Date())));
    });
  }

  /** Revokes one of the caller's own, everywhere at once, because the epoch rises with it. Again, it changes nothing. */
  async revoke(caller: Principal, id: string) {
    const { organizationId, id: userId } = caller;
    await this.database.transaction(organizationId, async (em) => {
      const where = { id, organizationId, userId };
      const token = await em.findOne(PersonalTokenEntity, { where, lock: { mode: 'for_no_key_update' } });
      if (!token) throw notFound('personal token');
      if (token.revokedAt !== null) return;
      await this.epochs.raise(em, organizationId);
      await this.audit.record(em, caller, await this.end(em, token));
    });
    this.epochs.forget(organizationId);
    return { id, deleted: true };
  }

  private async end(em: EntityManager, token: PersonalTokenEntity): Promise<Change> {
    const { id, organizationId } = token;
    await em.update(PersonalTokenEntity, { id, organizationId }, { revokedAt: NOW });
    return tokenRevoked(token, await em.findOneByOrFail(PersonalTokenEntity, { id, organizationId }));
  }
}

/** @throws 400 */
function endOf(text: string): Date {
  const end = queryMoment('expiresAt', text);
  const ms = end.getTime() - Date.now();
  if (ms <= 0 || ms > LONGEST_DAYS * DAY_MS)
    throw validationFailed('expiresAt', `must be in the future, and at most ${LONGEST_DAYS} days from now`);
  return end;
}
