import { Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/access/principal.js';
import type { IdempotencyKey } from '../../auth/idempotency.js';
import { Database, sqlState } from '../../platform/database/database.js';
import { newId } from '../../platform/ids.js';
import { type KeptCapture, storedCapture } from './capture-records.js';

/** The bounds on an organization's snapshots that no action has taken yet; they expire after an hour. */
export const UNBOUND_BYTES = 100_000_000;
/** Each precapture counts them: more than the rate limit lets an organization make in an hour. */
export const MOST_UNBOUND = 10_000;

/** Another transaction holds the lock of the session. */
const LOCK_NOT_AVAILABLE = '55P03';

interface PlainCapture {
  readonly sessionId: string;
  readonly apiName: string;
  readonly payloadHash: string;
  readonly capture: KeptCapture;
  readonly key: IdempotencyKey | null;
}

/**
 * The short form of a capture that replaces no snapshot and is asked for the first time. It answers nothing but "it holds":
 * when one condition does not, the general form decides and says why.
 */
@Injectable()
export class FastPathCaptures {
  constructor(private readonly database: Database) {}

  async mayBegin(
    { organizationId, epoch }: Principal,
    sessionId: string,
    key: IdempotencyKey | null,
  ): Promise<boolean> {
    const [row] = await this.database.hot<{ may: boolean }>({
      name: 'may_capture',
      text: 'SELECT may_capture($1, $2, $3, $4, $5, $6) AS may',
      values: [organizationId, sessionId, epoch, MOST_UNBOUND, UNBOUND_BYTES, key?.scope ?? null],
    });
    return row?.may === true;
  }

  /** The id of the snapshot; null when nothing was stored. */
  async keep({ organizationId, epoch }: Principal, kept: PlainCapture): Promise<string | null> {
    const id = newId();
    const { sessionId, apiName, payloadHash, capture, key } = kept;
    const { bytes, reason, resource, content } = storedCapture(id, capture);
    const limits = [organizationId, sessionId, epoch, MOST_UNBOUND, UNBOUND_BYTES];
    const values = [
      id,
      apiName,
      payloadHash,
      bytes,
      !capture.shown.captured,
      reason,
      resource,
      content,
      capture.shown.reversibility,
    ];
    try {
      const [row] = await this.database.hot<{ kept: boolean }>({
        name: 'keep_capture',
        text: 'SELECT keep_capture($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) AS kept',
        values: [...limits, ...values, key?.scope ?? null, key?.requestHash ?? null],
      });
      return row?.kept ? id : null;
    } catch (error) {
      if (sqlState(error) === LOCK_NOT_AVAILABLE) return null;
      throw error;
    }
  }
}
