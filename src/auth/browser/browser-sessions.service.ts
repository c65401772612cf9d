import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import type { Principal } from '../access/principal.js';
import { unauthenticated } from '../auth.errors.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import { Tokens } from '../tokens.js';
import { BrowserSessionEntity } from './browser-session.entity.js';
import { BrowserTokens } from './browser-tokens.js';

/** How an operator's browser is signed in and out (docs/contract.md, "Auth"). */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly database: Database,
    private readonly tokens: Tokens,
    private readonly browserTokens: BrowserTokens,
    private readonly epochs: OrganizationEpochs,
  ) {}

  /**
   * Always a new one, whatever the browser had before; it ends with the token that it is made from.
   * @returns what the cookie holds, and for how long
   */
  async begin({ id: userId, organizationId }: Principal, token: string) {
    const claims = this.tokens.verify(token);
    if (claims?.authKind !== 'USER') throw unauthenticated();
    const { tokenVersion, expiresAtSeconds } = claims;
    const id = newId();
    const expiresAt = new Date(expiresAtSeconds * 1000);
    await this.database.transaction(organizationId, async (em) => {
      const over = Raw((column) => `${column} <= now()`);
      await em.delete(BrowserSessionEntity, { organizationId, expiresAt: over });
      await em.insert(BrowserSessionEntity, { id, organizationId, userId, expiresAt });
    });
    const credential = this.browserTokens.issue({
      sessionId: id,
      userId,
      organizationId,
      tokenVersion,
      expiresAtSeconds,
    });
    const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000));
    return { credential, seconds, view: { id, expiresAt: expiresAt.toISOString() } };
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
