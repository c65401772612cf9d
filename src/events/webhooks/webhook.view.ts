import type { WebhookEntity } from '../entities/webhook.entity.js';
import type { WebhookDeliveryEntity } from '../entities/webhook-delivery.entity.js';

/** The view of a receiver without its secret, which is shown when it is made and never again. */
export function toWebhookView(row: WebhookEntity) {
  return {
    id: row.id,
    kind: row.kind,
    url: row.url,
    events: row.events,
    description: row.description,
    enabled: row.enabled,
    disabledReason: row.disabledReason,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The audit's form of a receiver: its URL without the path, in which many receivers keep a secret of theirs. */
export function toAuditedWebhook({ id, kind, url, events, description, enabled, disabledReason }: WebhookEntity) {
  return {
    id,
    kind,
    origin: url && new URL(url).origin,
    events,
    description,
    enabled,
    disabledReason,
  };
}

export function toDeliveryView(row: WebhookDeliveryEntity) {
  return {
    id: row.id,
    webhookId: row.webhookId,
    eventId: row.eventId,
    type: row.type,
    memberId: row.userId,
    status: row.status,
    attempts: row.attempts,
    nextTryAt: row.status === 'PENDING' ? row.dueAt.toISOString() : null,
    log: row.tried,
    data: row.data,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}
