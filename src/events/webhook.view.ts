import type { EventData } from './event.js';

export type WebhookKind = 'webhook' | 'slack' | 'email';

export interface WebhookRow {
  id: string;
  kind: WebhookKind;
  url: string | null;
  events: string[];
  description: string;
  wrapped_key: Buffer | null;
  sealed_values: Buffer | null;
  enabled: boolean;
  disabled_reason: 'gone' | 'failing' | 'operator' | null;
  disabled_at: Date | null;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** One attempt, as it is kept and shown. */
export interface Tried {
  /** From 1. */
  readonly attempt: number;
  /** ISO 8601. */
  readonly at: string;
  readonly status: number | null;
  readonly durationMs: number | null;
  readonly error: string | null;
  readonly nextTryAt: string | null;
}

export interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  data: EventData;
  user_id: string | null;
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELED';
  attempts: number;
  due_at: Date;
  tried: Tried[];
  created_at: Date;
  settled_at: Date | null;
}

/** Without its secret, which is shown when it is made and never again. */
export function toWebhookView(row: WebhookRow) {
  return {
    id: row.id,
    kind: row.kind,
    url: row.url,
    events: row.events,
    description: row.description,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    failingSince: row.failing_since?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** For the audit: where it leads, but not the path, in which many receivers keep a secret of theirs. */
export function toAuditedWebhook({ id, kind, url, events, description, enabled, disabled_reason }: WebhookRow) {
  return {
    id,
    kind,
    origin: url && new URL(url).origin,
    events,
    description,
    enabled,
    disabledReason: disabled_reason,
  };
}

export function toDeliveryView(row: DeliveryRow) {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    type: row.type,
    memberId: row.user_id,
    status: row.status,
    attempts: row.attempts,
    nextTryAt: row.status === 'PENDING' ? row.due_at.toISOString() : null,
    log: row.tried,
    data: row.data,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}
