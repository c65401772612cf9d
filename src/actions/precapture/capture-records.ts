// SQL: a snapshot may hold megabytes: it is written in one statement and never read back.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Capture, PerformedCall } from '../../connectors/connector.js';
import { Isolation } from '../../isolation/isolation.service.js';
import { RegistryService } from '../../registry/registry.service.js';

/** `reversibility`: the degree to which this call can be undone, when its name does not determine it. */
export type CallCapture = Capture & { readonly reversibility: 'exact' | 'compensating' | null };

interface Kept {
  readonly id: string;
  readonly organizationId: string;
  readonly sessionId: string;
  readonly apiName: string;
  readonly payloadHash: string;
  /** Null until an action has taken it. */
  readonly actionId: string | null;
  /** The snapshot that it replaces. */
  readonly formerId: string | null;
  readonly capture: CallCapture;
}

/** The size of a row without its texts, indexes included. */
const ROW_BYTES = 2_000;

const sizeOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));

/** The columns of a snapshot that hold what was captured. */
export function storedCapture(capture: CallCapture) {
  const { reason, resource, content } = capture.captured
    ? { reason: null, resource: JSON.stringify(capture.resource), content: JSON.stringify(capture.content) }
    : { reason: capture.reason, resource: null, content: null };
  return { reason, resource, content, bytes: ROW_BYTES + sizeOf(reason) + sizeOf(resource) + sizeOf(content) };
}

/** Captures in their stored form. */
@Injectable()
export class CaptureRecords {
  constructor(
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
  ) {}

  /** A name that may be any statement states the worst; this one was read. */
  async judged(organizationId: string, { apiName, payload }: PerformedCall, capture: Capture): Promise<CallCapture> {
    const known = this.registry.find(apiName);
    if (!known || !capture.captured || known.operation.reversibility !== 'none')
      return { ...capture, reversibility: null };
    const connector = this.isolation.of(organizationId, known.connector);
    const plan = await connector.plan({ apiName, payload, response: undefined, snapshot: capture.content });
    return { ...capture, reversibility: plan.class === 'impossible' ? null : plan.class };
  }

  async keep(em: EntityManager, { capture, ...kept }: Kept): Promise<void> {
    const { bytes, reason, resource, content } = storedCapture(capture);
    await em.query(
      `INSERT INTO snapshots (id, organization_id, session_id, api_name, payload_hash, action_id, former_id, bytes,
         capture_failed, reason, resource, content, reversibility)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        kept.id,
        kept.organizationId,
        kept.sessionId,
        kept.apiName,
        kept.payloadHash,
        kept.actionId,
        kept.formerId,
        bytes,
        !capture.captured,
        reason,
        resource,
        content,
        capture.reversibility,
      ],
    );
  }
}
