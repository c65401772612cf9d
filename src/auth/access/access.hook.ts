import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import { FairScheduler } from '../../platform/concurrency/fair-scheduler.js';
import { BODY_LIMIT_BYTES } from '../../platform/http/input/json-body.js';
import { callerOfAddress } from '../../platform/limits/caller-address.js';
import { crossOrigin, rateLimited } from '../auth.errors.js';
import { AuthenticationService } from '../authentication.service.js';
import { BrowserRequests } from '../browser/browser-requests.js';
import { KeyUsesJob } from '../keys/key-uses.job.js';
import type { Access } from './access.decorator.js';
import { ArrivingBodies } from './arriving-bodies.js';
import { checked } from './checked.js';
import { type Identity, laneOf } from './principal.js';

/** The bounds of each lane, in bytes of bodies; a request without a body takes as much as `REQUEST` of a turn. */
const SHARE = { eachTurn: 128 * 1024, underWay: 8 * 1024 * 1024, waiting: 10_000 };
const REQUEST = 8 * 1024;

/**
 * Admits or refuses a request before its body is read, in the order of docs/contract.md, "Wire conventions". It uses the
 * matching route, never the text of the URL. Then callers take turns, so that a caller with many requests delays only
 * itself. The operators of an organization have a lane of their own, so that they can stop an agent whatever the agents
 * send.
 */
@Injectable()
export class AccessHook {
  private readonly turns = new FairScheduler(SHARE);

  constructor(
    private readonly authentication: AuthenticationService,
    private readonly browser: BrowserRequests,
    @Inject(ThrottlerStorage) private readonly throttle: ThrottlerStorage,
    private readonly keyUses: KeyUsesJob,
    private readonly bodies: ArrivingBodies,
    private readonly config: Config,
  ) {}

  /** @throws DomainError when the caller may not enter */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const access = request.routeOptions.config.access;
    if (!access) return this.bodies.watch(request, reply);
    request.credential = this.browser.credentialOf(request, access);
    if (access.who === 'public') {
      if (access.limit) await this.count(access.limit, null, request, reply);
    } else {
      const principal = await this.principalOf(request, access);
      // The check precedes the count, so that a request of another page uses up nothing of the operators' share.
      if (principal && !this.browser.mayBeForged(request)) throw crossOrigin();
      if (principal) this.keyUses.note(principal);
      if (access.limit) await this.count(access.limit, principal, request, reply);
      request.principal = { requestId: request.id, ...checked(principal, access, request.method) };
    }
    await this.turn(request, reply);
    request.admitted = true;
  }

  /**
   * Checks the caller again when the body is complete, because the body may take long to arrive and the credential may
   * be revoked by then. Routes whose statement compares the epoch need no second check, and get no promise.
   * @throws DomainError when the caller is no longer admitted
   */
  admitAgain(request: FastifyRequest): Promise<void> | null {
    const access = request.routeOptions.config.access;
    return access && !access.comparesEpoch && request.principal ? this.checkAgain(request, access) : null;
  }

  private async checkAgain(request: FastifyRequest, access: Access): Promise<void> {
    const identity = await this.authentication.authenticateFresh(request.credential);
    request.principal = { requestId: request.id, ...checked(identity, access, request.method) };
  }

  /**
   * Checks the caller before a refusal is sent: only a decision of a statement has compared the epoch, and a caller who
   * was admitted from a cache may have been revoked since.
   */
  async isStillAuthenticated(request: FastifyRequest): Promise<boolean> {
    if (!request.principal || !request.routeOptions.config.access?.comparesEpoch) return true;
    return (await this.authentication.authenticateFresh(request.credential)) !== null;
  }

  /** Waits until the caller may have another request handled; its body is not read before. @throws 503 */
  private async turn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const size = announcedBytes(request);
    if (size > 0) this.bodies.watch(request, reply);
    const { principal, ip } = request;
    const lane = principal ? laneOf(principal) : callerOfAddress(ip);
    const leave = await this.turns.enter(lane, principal?.id ?? '', { effort: REQUEST + size, size });
    if (reply.raw.closed) leave();
    else reply.raw.once('close', leave);
  }

  private async principalOf({ credential }: FastifyRequest, access: Access): Promise<Identity | null> {
    return credential
      ? await (access.comparesEpoch
          ? this.authentication.authenticate(credential)
          : this.authentication.authenticateFresh(credential))
      : null;
  }

  private async count(
    limit: { count: number; seconds: number },
    principal: Identity | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const allowed = limit.count * this.config.rateLimitMultiplier;
    const windowMs = limit.seconds * 1000;
    const { method, routeOptions, ip } = request;
    // Agents that knock at an operator's route use up nothing of the operators' share.
    const share = routeOptions.config.access?.may ? ` ${principal?.kind}` : '';
    const [kind, who] = principal
      ? ['organization', principal.organizationId + share]
      : ['address', callerOfAddress(ip)];
    const key = `${method} ${routeOptions.url} ${kind} ${who}`;
    const hit = await this.throttle.increment(key, windowMs, allowed, windowMs, kind);
    const left = Math.max(0, allowed - hit.totalHits);
    reply.header('ratelimit-policy', `"default";q=${allowed};w=${limit.seconds}`);
    reply.header('ratelimit', `"default";r=${left};t=${hit.timeToExpire}`);
    if (hit.isBlocked) throw rateLimited(Math.max(1, hit.timeToBlockExpire));
  }
}

/** The most bytes that the body of a request may take; on a route without a body it is not read. */
function announcedBytes({ method, headers }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0;
  if (headers['transfer-encoding']) return BODY_LIMIT_BYTES;
  return Math.min(Number(headers['content-length'] ?? 0), BODY_LIMIT_BYTES);
}
