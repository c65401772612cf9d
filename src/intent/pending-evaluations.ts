import { Injectable } from '@nestjs/common';

/** More than this waits for the sweep. */
const AT_MOST = 10_000;

/** Sessions in which something was recorded, not yet looked at. It may be lost: the ledger knows better. */
@Injectable()
export class Noticed {
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
