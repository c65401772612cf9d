import { Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/access/principal.js';
import { rateLimited } from '../../auth/auth.errors.js';
import type { IdempotencyKey } from '../../auth/idempotency.js';
import { Config } from '../../config/config.js';
import { Database } from '../../platform/database/database.js';
import { DomainError } from '../../platform/errors.js';
import { sha256 } from '../../platform/hash.js';
import { newId } from '../../platform/ids.js';
import { type Session, SessionsService } from '../../sessions/sessions.service.js';
import { agentOf, type McpSession, readSession, writeSession } from './mcp-session.js';

/** The time for which a client without sessions has one session. */
const WINDOW_MS = 60 * 60_000;
/** The most sessions of such a client in that time: each but the last was completed or rolled back. */
const MOST_IN_WINDOW = 100;

/** The intent, the user and the labels that a client states for its session. */
export interface StatedSession {
  readonly intent: string;
  readonly onBehalfOf?: string;
  readonly labels?: Record<string, string>;
}

/** Opens and ends the Backstop session of an MCP session (docs/contract.md, "MCP"). */
@Injectable()
export class McpSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly config: Config,
  ) {}

  /** The value of `Mcp-Session-Id` for a client that initializes. */
  begin(caller: Principal, client: string): string {
    return writeSession({ id: newId(), client }, caller, this.config.jwtKey);
  }

  /** Null for an id that was not given to this caller. */
  read(caller: Principal, text: string): McpSession | null {
    return readSession(text, caller, this.config.jwtKey);
  }

  /**
   * The session of a client whose protocol has none: the same one for each request of its key and name within an hour,
   * until it is completed or rolled back. The id is computed, so every process finds the same.
   * @throws 429
   */
  async implied(caller: Principal, client: string): Promise<McpSession> {
    const hour = Math.floor(Date.now() / WINDOW_MS);
    for (let place = 0; place < MOST_IN_WINDOW; place++) {
      const id = idFrom(sha256(`mcp client ${caller.kind} ${caller.id} ${hour} ${place} ${client}`));
      const found = await this.find(caller, id);
      if (found === null || (found.status !== 'COMPLETED' && !found.closedByRollback)) return { id, client };
    }
    throw rateLimited(WINDOW_MS / 1_000);
  }

  /** Opens the session unless it is open. Answers it as it was opened: what is stated later changes nothing. */
  async open(caller: Principal, { id, client }: McpSession, stated: Partial<StatedSession> = {}) {
    const found = await this.find(caller, id);
    if (found) return found;
    const agentId = caller.agentSlug ?? agentOf(client);
    const wanted = { id, agentId, intent: `Calls of the MCP client ${client || 'without a name'}`, ...stated };
    const key: IdempotencyKey = { scope: sha256(`mcp session ${caller.kind} ${caller.id} ${id}`), requestHash: id };
    const { data } = await this.sessions.create(caller, wanted, key);
    return data;
  }

  /** Null when no call has opened it. */
  async find(caller: Principal, id: string): Promise<Session | null> {
    try {
      return await this.database.transaction(caller.organizationId, (em) => this.sessions.get(em, caller, id));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not-found') return null;
      throw error;
    }
  }

  /**
   * True when it was completed, or was idle for too long without a call that is open. The calls of a session that was
   * rolled back say so.
   */
  async hasEnded(caller: Principal, { id }: McpSession): Promise<boolean> {
    const found = await this.find(caller, id);
    if (found === null || found.closedByRollback) return false;
    const isIdle = found.status === 'ABANDONED' && found.pendingApproval === 0 && found.cleared === 0;
    return found.status === 'COMPLETED' || isIdle;
  }

  /** Completes the session, if it can be: a call that still runs keeps it open until it is idle. */
  async end(caller: Principal, { id }: McpSession): Promise<void> {
    if (!(await this.find(caller, id))) return;
    try {
      await this.sessions.complete(caller, id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

/** An id in the form of UUIDv8, made of a hash. */
const idFrom = (hash: string): string =>
  [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join(
    '-',
  );
