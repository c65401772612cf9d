import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { SnapshotEntity } from '../entities/snapshot.entity.js';
import type { CaptureFound } from '../rules/call-undo.js';

interface CapturedCall {
  readonly organizationId: string;
  readonly sessionId: string;
  readonly apiName: string;
  readonly payloadHash: string;
}

/** Answers whether the state before a call was captured, for policies that read it. */
@Injectable()
export class FoundCaptures {
  constructor(private readonly database: Database) {}

  /**
   * Reads a capture before the ledger's statement. A snapshot never changes, and the statement takes this snapshot or
   * none, so the result still holds in it. Null when there is no snapshot of this very call.
   */
  of(id: string, call: CapturedCall): Promise<CaptureFound | null> {
    return this.database.transaction(call.organizationId, async (em) => {
      const select = { id: true, captureFailed: true, reversibility: true } as const;
      const found = await em.findOne(SnapshotEntity, { where: { id, ...call }, select });
      return found && { failed: found.captureFailed, reversibility: found.reversibility };
    });
  }
}
