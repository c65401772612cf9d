import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../platform/ids.js';
import { TEST_EVENT } from './event.js';
import type { DeliveryRow, WebhookRow } from './webhook.view.js';

/** Longer than it takes until the process that made a test sends it; only when that has died, a job does. */
const TEST_WAIT_MS = 5_000;

@Injectable()
export class WebhooksRepository {
  page(em: EntityManager, organizationId: string, cursor: string | undefined, atMost: number): Promise<WebhookRow[]> {
    return em.query(
      'SELECT * FROM webhooks WHERE organization_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3',
      [organizationId, cursor ?? null, atMost],
    );
  }

  async find(em: EntityManager, organizationId: string, id: string, lock = ''): Promise<WebhookRow | null> {
    const [row]: WebhookRow[] = await em.query(
      `SELECT * FROM webhooks WHERE organization_id = $1 AND id = $2 ${lock}`,
      [organizationId, id],
    );
    return row ?? null;
  }

  async count(em: EntityManager, organizationId: string): Promise<number> {
    const [row]: { n: number }[] = await em.query(
      'SELECT count(*)::int AS n FROM webhooks WHERE organization_id = $1',
      [organizationId],
    );
    return row?.n ?? 0;
  }

  async insert(
    em: EntityManager,
    organizationId: string,
    row: Pick<WebhookRow, 'id' | 'kind' | 'url' | 'events' | 'description' | 'wrapped_key' | 'sealed_values'>,
  ): Promise<void> {
    await em.query(
      `INSERT INTO webhooks (id, organization_id, kind, url, events, description, wrapped_key, sealed_values)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [row.id, organizationId, row.kind, row.url, row.events, row.description, row.wrapped_key, row.sealed_values],
    );
  }

  async enable(em: EntityManager, organizationId: string, id: string): Promise<void> {
    await em.query(
      `UPDATE webhooks SET enabled = true, disabled_reason = NULL, disabled_at = NULL, failing_since = NULL, updated_at = now()
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, id],
    );
  }

  /** What was not delivered yet will not be. */
  async disable(
    em: EntityManager,
    organizationId: string,
    id: string,
    reason: WebhookRow['disabled_reason'],
  ): Promise<void> {
    await em.query(
      `UPDATE webhooks SET enabled = false, disabled_reason = $3, disabled_at = now(), updated_at = now()
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, id, reason],
    );
    await em.query(
      `UPDATE webhook_deliveries SET status = 'CANCELED', settled_at = now()
       WHERE organization_id = $1 AND webhook_id = $2 AND status = 'PENDING' AND type <> $3`,
      [organizationId, id, TEST_EVENT],
    );
  }

  /** Its deliveries go with it. */
  async remove(em: EntityManager, organizationId: string, id: string): Promise<void> {
    await em.query('DELETE FROM webhooks WHERE organization_id = $1 AND id = $2', [organizationId, id]);
  }

  deliveries(
    em: EntityManager,
    organizationId: string,
    webhookId: string,
    cursor: string | undefined,
    atMost: number,
  ): Promise<DeliveryRow[]> {
    return em.query(
      `SELECT * FROM webhook_deliveries WHERE organization_id = $1 AND webhook_id = $2 AND ($3::uuid IS NULL OR id < $3)
       ORDER BY id DESC LIMIT $4`,
      [organizationId, webhookId, cursor ?? null, atMost],
    );
  }

  async delivery(em: EntityManager, organizationId: string, id: string): Promise<DeliveryRow | null> {
    const [row]: DeliveryRow[] = await em.query(
      'SELECT * FROM webhook_deliveries WHERE organization_id = $1 AND id = $2',
      [organizationId, id],
    );
    return row ?? null;
  }

  /** @param userId whom it goes to, if it is a mail */
  async insertTest(
    em: EntityManager,
    organizationId: string,
    { id: webhookId, kind }: WebhookRow,
    userId: string,
  ): Promise<string> {
    const id = newId();
    await em.query(
      `INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, data, user_id, due_at)
       VALUES ($1, $2, $3, $4, $5, json_build_object('webhookId', $3::uuid), $6, now() + $7 * interval '1 millisecond')`,
      [id, organizationId, webhookId, newId(), TEST_EVENT, kind === 'email' ? userId : null, TEST_WAIT_MS],
    );
    return id;
  }
}
