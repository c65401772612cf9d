import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan, MoreThan, Raw } from 'typeorm';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { Page } from '../../platform/http/answers/answer.js';
import type { PageQuery } from '../../platform/http/input/page.dto.js';
import { newId } from '../../platform/ids.js';
import type { Principal } from '../access/principal.js';
import { alreadySignedIn } from '../auth.errors.js';
import { AuthenticationService } from '../authentication.service.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import type { ClientFacts } from '../sign-in/client-facts.js';
import { signInChange } from '../sign-in/sign-in-change.js';
import { BrowserCookie } from './browser-cookie.js';
import { BrowserSessionEntity } from './browser-session.entity.js';
import { type BrowserClaims, BrowserTokens } from './browser-tokens.js';
import { IDLE_HOURS } from './session-use.js';

/** A session to begin: its user, the time of the sign-in, and the time of its end. */
export interface NewSession extends Omit<BrowserClaims, 'sessionId'> {
  readonly email: string;
  readonly signedInAtSeconds: number;
}

/** Signs an operator's browser in and out (docs/contract.md, "Auth"). */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly database: Database,
    private readonly authentication: AuthenticationService,
    private readonly cookie: BrowserCookie,
    private readonly browserTokens: BrowserTokens,
    private readonly epochs: OrganizationEpochs,
    private readonly audit: AuditTrail,
  ) {}

  /** The valid session of the browser that sent a request; null when it has none. */
  async current(cookies: string | undefined): Promise<BrowserClaims | null> {
    const claims = this.cookie.whoIsIn(cookies);
    return claims && (await this.authentication.isSignedIn(claims)) ? claims : null;
  }

  /**
   * The one place where a browser is signed in. Always with a new session; one of the same user that the browser had ends.
   * @param had see `current`
   * @returns the cookies to set
   * @throws 409 already-signed-in: another user's session is never replaced, they sign out first
   */
  async begin(session: NewSession, had: BrowserClaims | null, from: ClientFacts) {
    if (had && had.userId !== session.userId) throw alreadySignedIn();
    const { organizationId, userId, email, expiresAtSeconds, signedInAtSeconds } = session;
    const { address, userAgent } = from;
    const id = newId();
    const [expiresAt, signedInAt] = [new Date(expiresAtSeconds * 1000), new Date(signedInAtSeconds * 1000)];
    await this.database.transaction(organizationId, async (em) => {
      const over = Raw((column) => `${column} <= now()`);
      await em.delete(BrowserSessionEntity, { organizationId, expiresAt: over });
      if (had) await this.remove(em, organizationId, userId, had.sessionId);
      const row = { id, organizationId, userId, expiresAt, signedInAt, address, userAgent };
      await em.insert(BrowserSessionEntity, row);
      const user = { id: userId, organizationId, email };
      const details = { sessionId: id, userAgent };
      await this.audit.record(em, ...signInChange('member.browser-session-started', user, from, details));
    });
    const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000));
    const cookies = this.cookie.keep({ ...session, sessionId: id }, seconds);
    return { cookies, view: { id, expiresAt: expiresAt.toISOString() } };
  }

  /**
   * A copy of the cookie is of no use any more, in every process within a second: the epoch rises with it.
   * @throws 404 when it is no browser that asks
   */
  async end(caller: Principal, credential: string, from: ClientFacts) {
    const id = this.idOf(credential);
    if (id === null) throw notFound('browser session');
    await this.finish(caller, id, from);
    return { id, deleted: true };
  }

  /**
   * The caller's own sessions, newest first.
   * @param credential identifies the session that asks
   */
  list({ organizationId, id: userId }: Principal, credential: string, { limit, cursor }: PageQuery) {
    const current = this.idOf(credential);
    return this.database.transaction(organizationId, async (em) => {
      const used = Raw((column) => `${column} > now() - ${IDLE_HOURS} * interval '1 hour'`);
      const alive = { expiresAt: MoreThan(new Date()), lastSeenAt: used };
      const where = { organizationId, userId, ...alive, ...(cursor && { id: LessThan(cursor) }) };
      const rows = await em.find(BrowserSessionEntity, { where, order: { id: 'DESC' }, take: limit + 1 });
      return Page.of(rows, limit, (row) => toView(row, row.id === current));
    });
  }

  /** Ends one of the caller's own. @returns whether it is the one that asks @throws 404, also for another user's */
  async endOne(caller: Principal, credential: string, id: string, from: ClientFacts): Promise<boolean> {
    if (!(await this.finish(caller, id, from))) throw notFound('browser session');
    return id === this.idOf(credential);
  }

  private async finish({ organizationId, id: userId, label: email }: Principal, sessionId: string, from: ClientFacts) {
    const ended = await this.database.transaction(organizationId, async (em) => {
      if (!(await this.remove(em, organizationId, userId, sessionId))) return false;
      const user = { id: userId, organizationId, email };
      await this.audit.record(em, ...signInChange('member.browser-session-ended', user, from, { sessionId }));
      return true;
    });
    this.epochs.forget(organizationId);
    return ended;
  }

  private async remove(em: EntityManager, organizationId: string, userId: string, id: string): Promise<boolean> {
    const { affected } = await em.delete(BrowserSessionEntity, { id, organizationId, userId });
    if (affected) await this.epochs.raise(em, organizationId);
    return affected === 1;
  }

  private idOf(credential: string): string | null {
    return this.browserTokens.read(credential)?.sessionId ?? null;
  }
}

const toView = (session: BrowserSessionEntity, current: boolean) => ({
  id: session.id,
  current,
  address: session.address,
  userAgent: session.userAgent,
  createdAt: session.createdAt.toISOString(),
  lastSeenAt: session.lastSeenAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
});
