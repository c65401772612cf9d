import { Injectable } from '@nestjs/common';
import { performedOutcome } from '../actions/ledger/performed-outcome.js';
import type { BegunCall } from '../actions/performing/begun-call.js';
import { type KeptCapture, storedCapture } from '../actions/precapture/capture-records.js';
import type { Json, Noted } from '../connectors/connector.js';
import { Database, sqlState } from '../platform/database/database.js';
import { LEASE_MS } from '../platform/due-work/lease.js';
import { newId } from '../platform/ids.js';
import type { KeptPart } from '../redaction/call-redactor.js';
import type { Ended } from './call.js';
import type { CallRow, SealedNotes } from './calls.repository.js';

/** Another transaction holds a lock that the statement needs. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * The short forms of the steps of a call, each one statement and one round trip. They answer nothing but that it was done:
 * where one condition does not hold, nothing is changed, and the general form of the performer decides.
 */
@Injectable()
export class FastPathCalls {
  constructor(private readonly database: Database) {}

  /** Takes the lease of a queued call and begins it. */
  async begin(organizationId: string, actionId: string): Promise<BegunCall | null> {
    const takenAt = performance.now();
    const begun = await this.unlessLocked<Omit<BegunCall, 'takenAt'>>('begin_call', [
      organizationId,
      actionId,
      LEASE_MS,
    ]);
    return begun && { ...begun, takenAt };
  }

  /** @returns false when the lease is not held any more */
  async note(organizationId: string, actionId: string, fence: string, noted: Noted | SealedNotes): Promise<boolean> {
    const [row] = await this.database.hot<{ noted: boolean }>({
      name: 'note_call',
      text: 'SELECT note_call($1, $2, $3, $4, $5) AS noted',
      values: [organizationId, actionId, fence, LEASE_MS, JSON.stringify(noted)],
    });
    return row?.noted === true;
  }

  /**
   * Records the outcome, and the snapshot in place of the one of when the call was asked for.
   * @returns whether another call of the session is queued; null when nothing was recorded
   */
  async end(
    organizationId: string,
    call: CallRow,
    fence: string,
    { outcome, response, kept }: Pick<Ended, 'outcome' | 'response'> & { readonly kept: KeptPart<Json> },
    capture: KeptCapture | null,
  ): Promise<boolean | null> {
    const { action_id: id, session_id: sessionId, is_read: isRead, payload_hash: payloadHash, simulated } = call;
    const decided = performedOutcome({ organizationId, sessionId, simulated, isRead, payloadHash }, outcome, response);
    const { snapshot, resource, content } = capture ? storedFor(call, capture) : NO_SNAPSHOT;
    const sealed = kept.seal(id);
    const answer = sealed === null ? {} : { redacted: kept.replaced, sealed: { response: sealed } };
    const written = JSON.stringify({ ...decided, ...answer, snapshot });
    const values = [organizationId, sessionId, id, fence, written, JSON.stringify(kept.shown), resource, content];
    return this.unlessLocked<boolean>('end_call', values);
  }

  private async unlessLocked<Found>(name: 'begin_call' | 'end_call', values: unknown[]): Promise<Found | null> {
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    try {
      const [row] = await this.database.hot<{ found: Found | null }>({
        name,
        text: `SELECT ${name}(${places}) AS found`,
        values,
      });
      return row?.found ?? null;
    } catch (error) {
      if (sqlState(error) === LOCK_NOT_AVAILABLE) return null;
      throw error;
    }
  }
}

const NO_SNAPSHOT = { snapshot: undefined, resource: null, content: null };

function storedFor(call: CallRow, capture: KeptCapture) {
  const id = newId();
  const { resource, content, ...stored } = storedCapture(id, capture);
  const { api_name: apiName, payload_hash: payloadHash, precapture_id: formerId } = call;
  const { reversibility } = capture.shown;
  return { snapshot: { id, apiName, payloadHash, formerId, reversibility, ...stored }, resource, content };
}
