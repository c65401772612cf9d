import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { StoppedCallers, type Watched, watchedOf } from './stopped-callers.js';

const LOOK_EVERY_MS = 1_000;
/**
 * A connection that was used within this time stays open: its caller gets a 401 with the next answer, and no connection
 * breaks under a request.
 */
const IDLE_FOR_MS = 1_000;

interface Connection {
  underWay: number;
  /** The request that ended last and whose caller was known; null before there was one. */
  last: LastRequest | null;
  /**
   * The connection is a proxy's, or carried requests of several callers: closing it would cut off another caller's next
   * request.
   */
  isShared: boolean;
}

interface LastRequest extends Watched {
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

  constructor(
    private readonly stopped: StoppedCallers,
    private readonly logger: PinoLogger,
  ) {}

  begin({ raw: { socket }, ip }: FastifyRequest): void {
    let connection = this.connections.get(socket);
    if (!connection) {
      connection = { underWay: 0, last: null, isShared: false };
      this.connections.set(socket, connection);
      socket.once('close', () => this.connections.delete(socket));
    }
    connection.underWay += 1;
    // A proxy that is trusted named another address.
    connection.isShared ||= ip !== socket.remoteAddress;
  }

  end(request: FastifyRequest): void {
    const { principal, credential } = request;
    const connection = this.connections.get(request.raw.socket);
    if (!connection) return;
    connection.underWay -= 1;
    if (!principal) return;
    connection.isShared ||= connection.last !== null && connection.last.credential !== credential;
    connection.last = { ...watchedOf(request, principal), endedAt: performance.now() };
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
    const idle = new Map<LastRequest, Socket>();
    for (const [socket, { underWay, last, isShared }] of this.connections)
      if (underWay === 0 && last && !isShared && performance.now() - last.endedAt >= IDLE_FOR_MS)
        idle.set(last, socket);
    const { revoked, paused } = await this.stopped.among([...idle.keys()]);
    for (const last of [...revoked, ...paused]) {
      const socket = idle.get(last);
      if (socket) await this.closeUnused(socket, last);
    }
  }

  /** A request that has arrived, in whole or in part, is answered instead; it is refused where it has to be. */
  private async closeUnused(socket: Socket, last: LastRequest): Promise<void> {
    const { bytesRead } = socket;
    // The event loop reads from every socket before it comes back.
    await setImmediate();
    const connection = this.connections.get(socket);
    if (connection?.underWay === 0 && connection.last === last && socket.bytesRead === bytesRead) socket.destroy();
  }
}
