import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { AuthenticationService } from '../authentication.service.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import { type About, aboutOf, type IsPaused } from './arriving-bodies.js';
import type { Principal } from './principal.js';

const LOOK_EVERY_MS = 1_000;
/** A caller who asks again and again finds out by the next answer, instead of a connection that breaks under a request. */
const IDLE_FOR_MS = 1_000;

interface Connection {
  underWay: number;
  /** The request that ended last and whose caller was known; null before there was one. */
  last: LastRequest | null;
  /** It carried requests of several callers, as a proxy's does: to close it would cut off another one's next request. */
  isShared: boolean;
}

interface LastRequest {
  readonly credential: string;
  readonly caller: Principal;
  /** The epoch at which the caller was let in, or was looked at last. */
  epoch: number;
  readonly about: About;
  readonly endedAt: number;
}

/**
 * The connections that wait for a next request. One timer and one query a second look whether anything has changed in
 * the organizations of the callers that used them. A connection of one caller alone is closed when its credential was
 * revoked since, or its agent paused.
 */
@Injectable()
export class IdleConnections {
  private readonly connections = new Map<Socket, Connection>();
  private timer: NodeJS.Timeout | null = null;
  private isPaused: IsPaused = async () => false;

  constructor(
    private readonly authentication: AuthenticationService,
    private readonly epochs: OrganizationEpochs,
    private readonly logger: PinoLogger,
  ) {}

  askWhetherPaused(isPaused: IsPaused): void {
    this.isPaused = isPaused;
  }

  begin({ raw: { socket } }: FastifyRequest): void {
    let connection = this.connections.get(socket);
    if (!connection) {
      connection = { underWay: 0, last: null, isShared: false };
      this.connections.set(socket, connection);
      socket.once('close', () => this.connections.delete(socket));
    }
    connection.underWay += 1;
  }

  end(request: FastifyRequest): void {
    const { principal, credential } = request;
    const connection = this.connections.get(request.raw.socket);
    if (!connection) return;
    connection.underWay -= 1;
    if (!principal) return;
    connection.isShared ||= connection.last !== null && connection.last.credential !== credential;
    connection.last = {
      credential,
      caller: principal,
      epoch: principal.epoch,
      about: aboutOf(request),
      endedAt: performance.now(),
    };
    this.timer ??= setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  private async look(): Promise<void> {
    try {
      await this.closeStopped();
    } catch (error) {
      this.logger.warn({ err: error }, 'could not check the callers of idle connections');
    }
    const isAnyUsed = [...this.connections.values()].some(({ last }) => last !== null);
    this.timer = isAnyUsed ? setTimeout(() => void this.look(), LOOK_EVERY_MS).unref() : null;
  }

  private async closeStopped(): Promise<void> {
    const idle = [...this.connections].flatMap(([socket, { underWay, last, isShared }]) =>
      underWay === 0 && last && !isShared && performance.now() - last.endedAt >= IDLE_FOR_MS ? [{ socket, last }] : [],
    );
    if (idle.length === 0) return;
    const epochs = await this.epochs.currentOfAll([
      ...new Set(idle.map(({ last: { caller } }) => caller.organizationId)),
    ]);
    for (const { socket, last } of idle) {
      const epoch = epochs.get(last.caller.organizationId) ?? null;
      if (epoch === last.epoch) continue;
      const mayStay = await this.mayStay(last);
      if (epoch !== null) last.epoch = epoch;
      const connection = this.connections.get(socket);
      // A request that began meanwhile is answered; it is refused where it has to be.
      if (!mayStay && connection?.underWay === 0 && connection.last === last) socket.destroy();
    }
  }

  private async mayStay({ credential, about }: LastRequest): Promise<boolean> {
    const current = await this.authentication.authenticateFresh(credential);
    return current !== null && !(current.kind === 'API_KEY' && (await this.isPaused(current, about)));
  }
}
