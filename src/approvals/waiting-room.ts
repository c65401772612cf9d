import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '../platform/database/database.js';
import { watch } from '../platform/telemetry/meters.js';

/** One look-up per process and half second answers everyone who waits. */
const LOOK_EVERY_MS = 500;

/** Where requests wait for a decision without holding a connection (design, "Long polls"). */
@Injectable()
export class WaitingRoom implements BeforeApplicationShutdown {
  private readonly waiting = new Map<string, Set<(settled: boolean) => void>>();
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly logger: PinoLogger,
  ) {
    watch('backstop_held_requests', 'Requests that wait for a decision on an approval.', [], () => [
      [{}, [...this.waiting.values()].reduce((sum, room) => sum + room.size, 0)],
    ]);
  }

  /**
   * True when the approval may have been settled: the caller then looks for itself. False when the time is over, and at
   * once while the service shuts down.
   */
  wait(approvalId: string, ms: number): Promise<boolean> {
    if (this.closed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const leave = (settled: boolean) => {
        clearTimeout(timeout);
        const others = this.waiting.get(approvalId);
        others?.delete(leave);
        if (others?.size === 0) this.waiting.delete(approvalId);
        resolve(settled);
      };
      const timeout = setTimeout(() => leave(false), ms);
      const room = this.waiting.get(approvalId) ?? new Set();
      this.waiting.set(approvalId, room.add(leave));
      this.timer ??= setTimeout(() => void this.look(), LOOK_EVERY_MS);
    });
  }

  /** A decision taken in this process needs no look-up. */
  settled(approvalId: string): void {
    for (const leave of this.waiting.get(approvalId) ?? []) leave(true);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  beforeApplicationShutdown(): void {
    this.closed = true;
    for (const id of [...this.waiting.keys()]) this.settled(id);
    if (this.timer) clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    try {
      const rows = await this.database.lookup<{ id: string }>('SELECT settled_approvals($1::uuid[]) AS id', [
        [...this.waiting.keys()],
      ]);
      for (const { id } of rows) this.settled(id);
    } catch (error) {
      this.logger.warn({ err: error }, 'could not look for decided approvals');
    }
    this.timer = this.waiting.size > 0 ? setTimeout(() => void this.look(), LOOK_EVERY_MS) : null;
  }
}
