import { Injectable } from '@nestjs/common';
import { watch } from '../platform/telemetry/meters.js';

/** Further sessions wait for the sweep. */
const AT_MOST = 10_000;

export interface PendingSession {
  readonly sessionId: string;
  readonly organizationId: string;
}

/**
 * Lists sessions with new actions that are not evaluated yet. The list is lost when the process stops; the sweep finds
 * the rest.
 */
@Injectable()
export class PendingEvaluations {
  private sessions = new Map<string, string>();

  constructor() {
    watch('backstop_intent_waiting', 'Sessions whose calls wait to be evaluated.', [], () => [
      [{}, this.sessions.size],
    ]);
  }

  add(sessionId: string, organizationId: string): void {
    if (this.sessions.size < AT_MOST) this.sessions.set(sessionId, organizationId);
  }

  get isEmpty(): boolean {
    return this.sessions.size === 0;
  }

  take(): PendingSession[] {
    const taken = [...this.sessions].map(([sessionId, organizationId]) => ({ sessionId, organizationId }));
    this.sessions = new Map();
    return taken;
  }

  /** Puts sessions that were taken and not evaluated before those that were noticed meanwhile. */
  putBack(sessions: readonly PendingSession[]): void {
    const left = sessions.map(({ sessionId, organizationId }) => [sessionId, organizationId] as const);
    this.sessions = new Map([...left, ...this.sessions]);
  }
}
