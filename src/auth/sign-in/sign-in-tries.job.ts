import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { bySystem, type Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/due-work/periodic.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { Accounts } from '../organizations/accounts.js';
import { SignInTries } from './sign-in-tries.js';
import { SignInTryEntity } from './sign-in-try.entity.js';

const EVERY_MS = 5_000;
const AT_MOST = 1_000;

interface DueTry {
  readonly try_id: string;
  readonly user_id: string | null;
  readonly organization_id: string | null;
}

/**
 * Records failed sign-ins in the audit of the account's organization, one entry for an account however many tries there
 * were, so that a flood of them delays no other entry. Without an account they are recorded in the log.
 */
@Injectable()
export class SignInTriesJob extends Periodic {
  constructor(
    private readonly database: Database,
    private readonly tries: SignInTries,
    private readonly accounts: Accounts,
    private readonly audit: AuditTrail,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    const due = await this.database.lookup<DueTry>('SELECT * FROM due_sign_in_tries($1)', [AT_MOST]);
    const organizations = [...new Set(due.map((one) => one.organization_id))];
    await this.each(organizations, (organizationId) => {
      const own = due.filter((one) => one.organization_id === organizationId);
      return organizationId === null ? this.log(own) : this.record(organizationId, own);
    });
    if (due.length === AT_MOST) this.wake();
  }

  private async record(organizationId: string, due: readonly DueTry[]): Promise<void> {
    const userOf = new Map(due.map((one) => [one.try_id, one.user_id]));
    await this.database.transaction([organizationId, ...userOf.keys()], async (em) => {
      const isOpen = await this.accounts.holdOpen(em, organizationId);
      const tries = await this.take(em, [...userOf.keys()]);
      const changes: Change[] = toFailures(tries, (one) => userOf.get(one.id) ?? '').map(({ account, ...after }) => ({
        action: 'member.sign-in-failed',
        target: { type: 'member', id: account },
        before: null,
        after,
      }));
      if (isOpen) await this.audit.record(em, bySystem(organizationId, 'sign-in'), ...changes);
    });
  }

  private async log(due: readonly DueTry[]): Promise<void> {
    const ids = due.map((one) => one.try_id);
    const tries = await this.database.transaction(ids, (em) => this.take(em, ids));
    for (const failure of toFailures(tries, ({ email }) => this.tries.hashOf(email)))
      this.logger.info(failure, 'a sign-in without an account failed');
  }

  /** Takes the tries once, in one process. */
  private async take(em: EntityManager, ids: readonly string[]) {
    const where = { id: In([...ids]) };
    const tries = await em.find(SignInTryEntity, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
    await em.delete(SignInTryEntity, { id: In(tries.map(({ id }) => id)) });
    return tries;
  }
}

/** A failed try in its stored form. */
interface FailedTry {
  readonly id: string;
  readonly email: string;
  readonly address: string;
  readonly outcome: 'failed' | 'limited';
  readonly createdAt: Date;
}

/** The failed tries for one account, reported together. */
interface Failures {
  readonly account: string;
  readonly tries: number;
  /** The first addresses that the tries came from, at most ten. */
  readonly addresses: readonly string[];
  /** True when the account used up its tries: further ones are refused without being counted here. */
  readonly limited: boolean;
  /** ISO 8601. */
  readonly firstAt: string;
  readonly lastAt: string;
}

const ADDRESSES = 10;

/** @param accountOf the account of a try, or a text that stands for it */
function toFailures(tries: readonly FailedTry[], accountOf: (one: FailedTry) => string): Failures[] {
  const byAccount = new Map<string, FailedTry[]>();
  for (const one of tries) {
    const account = accountOf(one);
    byAccount.set(account, [...(byAccount.get(account) ?? []), one]);
  }
  return [...byAccount].map(([account, own]) => {
    const times = own.map(({ createdAt }) => createdAt.getTime());
    return {
      account,
      tries: own.length,
      addresses: [...new Set(own.map(({ address }) => address))].slice(0, ADDRESSES),
      limited: own.some(({ outcome }) => outcome === 'limited'),
      firstAt: new Date(Math.min(...times)).toISOString(),
      lastAt: new Date(Math.max(...times)).toISOString(),
    };
  });
}
