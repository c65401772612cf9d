import { Injectable } from '@nestjs/common';

/** Further sessions wait for the sweep. */
const AT_MOST = 10_000;

/** Sessions whose new actions are not evaluated yet. The list is lost when the process stops; the sweep finds the rest. */
@Injectable()
export class PendingEvaluations {
  private sessions = new Map<string, string>();

  add(sessionId: string, organizationId: string): void {
    if (this.sessions.size < AT_MOST) this.sessions.set(sessionId, organizationId);
  }

  take(): { sessionId: string; organizationId: string }[] {
    const taken = [...this.sessions].map(([sessionId, organizationId]) => ({ sessionId, organizationId }));
    this.sessions = new Map();
    return taken;
  }
}
