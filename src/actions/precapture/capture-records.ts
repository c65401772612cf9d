// SQL: a snapshot may hold megabytes: it is written in one statement and never read back.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Capture, PerformedCall } from '../../connectors/connector.js';
import { Isolation } from '../../isolation/isolation.service.js';
import { type CallRedactor, type KeptPart, unchanged } from '../../redaction/call-redactor.js';
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
  readonly capture: KeptCapture;
}

/** A capture as it is stored. */
export type KeptCapture = KeptPart<CallCapture>;

/** The size of a row without its texts, indexes included. */
const ROW_BYTES = 2_000;

const sizeOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));

/** The columns of the snapshot with this id that hold what was captured. */
export function storedCapture(id: string, { shown, replaced, seal }: KeptCapture) {
  const { reason, resource, content } = shown.captured
    ? { reason: null, resource: JSON.stringify(shown.resource), content: JSON.stringify(shown.content) }
    : { reason: shown.reason, resource: null, content: null };
  const sealed = seal(id);
  const bytes = ROW_BYTES + sizeOf(reason) + sizeOf(resource) + sizeOf(content) + sizeOf(sealed);
  return { reason, resource, content, bytes, sealed, redacted: sealed === null ? null : replaced };
}

/** A capture without the values that the organization's rules replace. */
export function keptCapture(capture: CallCapture, redactor: CallRedactor | null): KeptCapture {
  if (redactor === null) return unchanged(capture);
  if (!capture.captured) {
    const reason = redactor.redact('snapshot', capture.reason).shown;
    return unchanged({ ...capture, reason });
  }
  const content = redactor.redact('snapshot', capture.content);
  const resource = redactor.redact('snapshot', capture.resource);
  const replaced = [...content.replaced, ...resource.replaced];
  const shown = { ...capture, content: content.shown, resource: resource.shown };
  if (replaced.length === 0) return unchanged(capture);
  return {
    shown,
    replaced,
    seal: (id) => content.seal(id) ?? redactor.seal(id, 'snapshot', { value: capture.content, values: [] }),
  };
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
    const { bytes, reason, resource, content, redacted, sealed } = storedCapture(kept.id, capture);
    await em.query(
      `INSERT INTO snapshots (id, organization_id, session_id, api_name, payload_hash, action_id, former_id, bytes,
         capture_failed, reason, resource, content, reversibility, redacted, sealed)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      [
        kept.id,
        kept.organizationId,
        kept.sessionId,
        kept.apiName,
        kept.payloadHash,
        kept.actionId,
        kept.formerId,
        bytes,
        !capture.shown.captured,
        reason,
        resource,
        content,
        capture.shown.reversibility,
        redacted && JSON.stringify(redacted),
        sealed,
      ],
    );
  }
}
