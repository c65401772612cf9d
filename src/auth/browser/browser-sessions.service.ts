import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import type { Principal } from '../access/principal.js';
import { alreadySignedIn } from '../auth.errors.js';
import { AuthenticationService } from '../authentication.service.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import { BrowserCookie } from './browser-cookie.js';
import { BrowserSessionEntity } from './browser-session.entity.js';
import { type BrowserClaims, BrowserTokens } from './browser-tokens.js';

/** Whose session begins, and when it ends. */
export type NewSession = Omit<BrowserClaims, 'sessionId'>;

/** How an operator's browser is signed in and out (docs/contract.md, "Auth"). */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly database: Database,
    private readonly authentication: AuthenticationService,
    private readonly cookie: BrowserCookie,
    private readonly browserTokens: BrowserTokens,
    private readonly epochs: OrganizationEpochs,
  ) {}

  /** The session that the browser of a request has and that still opens something; null: it has none. */
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
  async begin(session: NewSession, had: BrowserClaims | null) {
    if (had && had.userId !== session.userId) throw alreadySignedIn();
    const { organizationId, userId, expiresAtSeconds } = session;
    const id = newId();
    const expiresAt = new Date(expiresAtSeconds * 1000);
    await this.database.transaction(organizationId, async (em) => {
      const over = Raw((column) => `${column} <= now()`);
      await em.delete(BrowserSessionEntity, { organizationId, expiresAt: over });
      if (had) {
        await em.delete(BrowserSessionEntity, { organizationId, id: had.sessionId });
        await this.epochs.raise(em, organizationId);
      }
      await em.insert(BrowserSessionEntity, { id, organizationId, userId, expiresAt });
    });
    const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000));
    const cookies = this.cookie.keep({ ...session, sessionId: id }, seconds);
    return { cookies, view: { id, expiresAt: expiresAt.toISOString() } };
  }

  /**
   * A copy of the cookie is of no use any more, in every process within a second: the epoch rises with it.
   * @throws 404 when it is no browser that asks
   */
  async end({ organizationId }: Principal, credential: string) {
    const claims = this.browserTokens.read(credential);
    if (!claims) throw notFound('browser session');
    const { sessionId: id } = claims;
    await this.database.transaction(organizationId, async (em) => {
      const { affected } = await em.delete(BrowserSessionEntity, { id, organizationId });
      if (affected) await this.epochs.raise(em, organizationId);
    });
    this.epochs.forget(organizationId);
    return { id, deleted: true };
  }
}
