import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../config/config.js';
import { SingleFlight } from '../platform/concurrency/single-flight.js';
import { NOW } from '../platform/database/columns.js';
import { Database } from '../platform/database/database.js';
import { sha256 } from '../platform/hash.js';
import { unavailable } from '../platform/http/answers/problem.js';
import { recentlyUsed } from '../platform/recently-used.js';
import type { Identity, Principal } from './access/principal.js';
import { unauthenticated } from './auth.errors.js';
import { type BrowserClaims, BrowserTokens, isOfBrowser } from './browser/browser-tokens.js';
import { NOTED_EVERY_MS, useSession } from './browser/session-use.js';
import { ApiKeyEntity } from './keys/api-key.entity.js';
import { type ParsedKey, parseApiKey } from './keys/api-key.js';
import { isSecretOf } from './keys/hashed-secret.js';
import { isHeld, OrganizationEntity } from './organizations/organization.entity.js';
import { OrganizationEpochs } from './organizations/organization-epochs.js';
import { UserEntity } from './organizations/user.entity.js';
import { PersonalTokenEntity } from './personal-tokens/personal-token.entity.js';
import { statusOf } from './personal-tokens/personal-token.js';
import type { Retry } from './retry.js';
import { Tokens } from './tokens.js';

/** A decision that rested on an old state is taken again: this often without a pause, then with pauses for this long. */
const IMMEDIATE_ATTEMPTS = 6;
const RETRY_FOR_MS = 5_000;
const RETRY_DELAY_MS = 50;

interface Known {
  readonly identity: Identity;
  readonly expiresAtMs: number;
}

interface SignedInUser {
  readonly userId: string;
  readonly organizationId: string;
  readonly tokenVersion: number;
  readonly expiresAtMs: number;
  readonly sessionId: string | null;
}

/**
 * Finds the identity of a credential. The result is cached under the credential's hash with the organization's epoch: a
 * statement that compares the epoch itself may use the cached identity, every other use asks for a fresh one.
 */
@Injectable()
export class AuthenticationService {
  private readonly known = recentlyUsed<Known>(20_000);
  private readonly asking = new SingleFlight<Identity | null>();

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly tokens: Tokens,
    private readonly browserTokens: BrowserTokens,
    private readonly epochs: OrganizationEpochs,
  ) {}

  /**
   * Answers a possibly cached identity, for statements that compare the epoch; null when this credential is not valid.
   */
  authenticate(credential: string): Identity | null | Promise<Identity | null> {
    const cacheKey = sha256(credential);
    const known = this.known.get(cacheKey);
    if (known && known.expiresAtMs > Date.now()) return known.identity;
    return this.askTogether(credential, cacheKey);
  }

  /**
   * Answers an identity that is at most half a second old, in every process; null when this credential is no longer
   * valid.
   */
  async authenticateFresh(credential: string): Promise<Identity | null> {
    const identity = await this.authenticate(credential);
    if (!identity) return null;
    const epoch = await this.epochs.current(identity.organizationId);
    if (epoch === identity.epoch) return identity;
    const renewed = await this.askTogether(credential, sha256(credential));
    // Others may have asked before the epoch rose.
    const isOfNow = renewed === null || (epoch !== null && renewed.epoch >= epoch);
    return isOfNow ? renewed : this.identify(credential);
  }

  /** True when a browser's session is still valid now. */
  async isSignedIn(session: BrowserClaims): Promise<boolean> {
    return (await this.ofBrowser(session)) !== null;
  }

  /**
   * Takes a decision again, with the caller's identity of that moment, for as long as it was based on an old one.
   * `decide` is repeated until it has an answer, with the state that the previous attempt found.
   * @throws 401 when the credential is not valid any more, 503 when there is no answer in time
   */
  async retryWhenStale<T, Found = never>(
    caller: Principal,
    credential: string,
    decide: (current: Principal, found: Found | null) => Promise<Retry<T, Found>>,
  ): Promise<T> {
    let current = caller;
    let found: Found | null = null;
    const until = performance.now() + RETRY_FOR_MS;
    for (let attempt = 1; attempt <= IMMEDIATE_ATTEMPTS || performance.now() < until; attempt++) {
      if (attempt > IMMEDIATE_ATTEMPTS) await sleep(Math.random() * RETRY_DELAY_MS);
      const attempted = await decide(current, found);
      if (attempted.result === 'answered') return attempted.answer;
      found = attempted.result === 'conflict' ? attempted.found : null;
      if (attempted.result === 'stale') {
        this.epochs.forget(current.organizationId);
        const renewed = await this.identify(credential);
        if (!renewed) throw unauthenticated();
        current = { ...renewed, requestId: caller.requestId };
      }
    }
    throw unavailable();
  }

  /** Concurrent requests with a credential that is not in the cache share one look-up. */
  private askTogether(credential: string, cacheKey: string): Promise<Identity | null> {
    return this.asking.run(cacheKey, () => this.identify(credential));
  }

  private async identify(credential: string): Promise<Identity | null> {
    const found = await this.find(credential);
    const cacheKey = sha256(credential);
    if (found) this.known.set(cacheKey, found);
    else this.known.delete(cacheKey);
    return found?.identity ?? null;
  }

  private find(credential: string): Promise<Known | null> {
    if (credential.startsWith('bks_')) return this.byKey(credential);
    return isOfBrowser(credential) ? this.byBrowser(credential) : this.byToken(credential);
  }

  private async byKey(text: string): Promise<Known | null> {
    const parsed = parseApiKey(text);
    if (!parsed) return null;
    if (parsed.kind === 'op') return this.byPersonalToken(parsed);
    const [row] = await this.database.lookup<{ id: string | null }>('SELECT organization_of_api_key($1) AS id', [
      parsed.id,
    ]);
    if (!row?.id) return null;
    // The checksum is no secret: any holder of a key can write another kind on it.
    return this.keyPrincipal(
      row.id,
      parsed.id,
      Number.POSITIVE_INFINITY,
      (key) => isSecretOf(this.config, key, parsed.secret) && key.kind === parsed.kind,
    );
  }

  private async byPersonalToken({ id, secret }: ParsedKey): Promise<Known | null> {
    const [row] = await this.database.lookup<{ id: string | null }>('SELECT organization_of_personal_token($1) AS id', [
      id,
    ]);
    const organizationId = row?.id;
    if (!organizationId) return null;
    return this.database.transaction(organizationId, async (em) => {
      const organization = await this.organization(em, organizationId);
      const token = await em.findOneBy(PersonalTokenEntity, { id, organizationId });
      if (!organization || !token || !isSecretOf(this.config, token, secret)) return null;
      const user = await em.findOneBy(UserEntity, { id: token.userId, organizationId });
      if (!user || statusOf(token, user.tokenVersion, new Date()) !== 'ACTIVE') return null;
      const now = Date.now();
      if (now - (token.lastUsedAt?.getTime() ?? 0) > NOTED_EVERY_MS)
        await em.update(PersonalTokenEntity, { id, organizationId }, { lastUsedAt: NOW });
      const identity = operatorIdentity(user, organization, { name: token.name, scopes: token.scopes });
      return { identity, expiresAtMs: Math.min(token.expiresAt.getTime(), now + NOTED_EVERY_MS) };
    });
  }

  private async byToken(token: string): Promise<Known | null> {
    const claims = this.tokens.verify(token);
    if (!claims) return null;
    const expiresAtMs = claims.expiresAtSeconds * 1000;
    if (claims.authKind === 'API_KEY')
      return this.keyPrincipal(claims.organizationId, claims.subject, expiresAtMs, () => true);
    const { subject: userId, organizationId, tokenVersion } = claims;
    return this.userPrincipal({ userId, organizationId, tokenVersion, expiresAtMs, sessionId: null });
  }

  private async byBrowser(credential: string): Promise<Known | null> {
    const claims = this.browserTokens.read(credential);
    return claims && this.ofBrowser(claims);
  }

  private ofBrowser(claims: BrowserClaims): Promise<Known | null> {
    return this.userPrincipal({ ...claims, expiresAtMs: claims.expiresAtSeconds * 1000 });
  }

  /** @param signedIn `sessionId`: of the browser's session, which must not have ended */
  private userPrincipal(signedIn: SignedInUser): Promise<Known | null> {
    const { userId, organizationId, tokenVersion, sessionId, expiresAtMs } = signedIn;
    return this.database.transaction(organizationId, async (em) => {
      const organization = await this.organization(em, organizationId);
      if (sessionId && !(await useSession(em, organizationId, sessionId))) return null;
      const user = await em.findOneBy(UserEntity, { id: userId, organizationId });
      if (!organization || user?.tokenVersion !== tokenVersion) return null;
      const identity = operatorIdentity(user, organization, null);
      // The cached identity of a session is looked up again soon; otherwise the session's last use would not be
      // recorded.
      const askAgainAtMs = sessionId ? Date.now() + NOTED_EVERY_MS : expiresAtMs;
      return { identity, expiresAtMs: Math.min(expiresAtMs, askAgainAtMs) };
    });
  }

  private keyPrincipal(
    organizationId: string,
    keyId: string,
    expiresAtMs: number,
    proves: (key: ApiKeyEntity) => boolean,
  ): Promise<Known | null> {
    return this.database.transaction(organizationId, async (em) => {
      const organization = await this.organization(em, organizationId);
      const key = await em.findOneBy(ApiKeyEntity, { id: keyId, organizationId });
      if (!organization || key?.status !== 'ACTIVE' || !proves(key)) return null;
      const { id, name: label, agentSlug, createdBy: person } = key;
      const identity = {
        kind: 'API_KEY' as const,
        id,
        label,
        person,
        simulated: key.kind === 'test',
        agentSlug,
        token: null,
        ...organization,
      };
      return { identity, expiresAtMs };
    });
  }

  /** The epoch is read first: a value that is read after it can only be newer, and the next comparison notices that. */
  private async organization(em: EntityManager, id: string) {
    const organization = await em.findOneBy(OrganizationEntity, { id });
    if (organization && isHeld(organization)) throw unavailable();
    if (organization?.deletedAt !== null) return null;
    return { organizationId: id, plan: organization.plan, epoch: Number(organization.epoch) };
  }
}

type OfOrganization = Pick<Identity, 'organizationId' | 'plan' | 'epoch'>;

const operatorIdentity = (user: UserEntity, organization: OfOrganization, token: Identity['token']): Identity => ({
  kind: 'USER',
  id: user.id,
  label: user.email,
  person: user.email,
  simulated: null,
  agentSlug: null,
  token,
  ...organization,
});
