// SQL: calls and their snapshots are read together through a view, the newest first.

import { Injectable } from '@nestjs/common';
import type { Effect, JsonObject } from '../connectors/connector.js';
import { Database } from '../platform/database/database.js';
import { SealedCalls } from './sealed-calls.service.js';

/** The most calls that are read; one transaction may have changed rows with so many. */
const NEWEST = 100;

interface Row {
  readonly id: string;
  readonly api_name: string;
  readonly payload: JsonObject;
  readonly payload_hash: string;
  readonly snapshot_payload_hash: string | null;
  readonly snapshot_content: JsonObject | null;
  readonly redacted: unknown;
  readonly snapshot_redacted: unknown;
}

/** Calls of a session that may run, and of which no outcome is known: a transaction may hold them back. */
@Injectable()
export class UnconfirmedCalls {
  constructor(
    private readonly database: Database,
    private readonly sealed: SealedCalls,
  ) {}

  /** Reads the calls in the order in which they were asked for. */
  async of(organizationId: string, sessionId: string): Promise<readonly Effect[]> {
    const rows = await this.database.transaction(organizationId, async (em) => {
      const found: Row[] = await em.query(
        `SELECT id, redacted, snapshot_redacted, api_name, payload, payload_hash, snapshot_payload_hash, snapshot_content FROM action_details
          WHERE organization_id = $1 AND session_id = $2 AND status = 'CLEARED'
          ORDER BY sequence DESC LIMIT ${NEWEST}`,
        [organizationId, sessionId],
      );
      return this.sealed.open(em, organizationId, found);
    });
    return rows.reverse().map(({ api_name: apiName, payload, ...row }) => {
      const snapshot = row.snapshot_payload_hash === row.payload_hash ? row.snapshot_content : null;
      return { apiName, payload, response: undefined, snapshot };
    });
  }
}
