import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan, Not } from 'typeorm';
import { NOW } from '../../platform/database/columns.js';
import type { RowLock } from '../../platform/database/database.js';
import { newId } from '../../platform/ids.js';
import { WebhookEntity } from '../entities/webhook.entity.js';
import { WebhookDeliveryEntity } from '../entities/webhook-delivery.entity.js';
import { TEST_EVENT } from '../event.js';

/**
 * The wait is longer than the process that made a test takes to send it. A job sends it only when that process has
 * died.
 */
const TEST_WAIT_MS = 5_000;

const NEWEST_FIRST = { id: 'DESC' } as const;

@Injectable()
export class WebhooksRepository {
  page(em: EntityManager, organizationId: string, cursor: string | undefined, take: number): Promise<WebhookEntity[]> {
    const where = { organizationId, ...(cursor && { id: LessThan(cursor) }) };
    return em.find(WebhookEntity, { where, order: NEWEST_FIRST, take });
  }

  find(em: EntityManager, organizationId: string, id: string, lock?: RowLock): Promise<WebhookEntity | null> {
    return em.findOne(WebhookEntity, { where: { organizationId, id }, lock });
  }

  count(em: EntityManager, organizationId: string): Promise<number> {
    return em.countBy(WebhookEntity, { organizationId });
  }

  async insert(
    em: EntityManager,
    row: Pick<
      WebhookEntity,
      'id' | 'organizationId' | 'kind' | 'url' | 'events' | 'description' | 'wrappedKey' | 'sealedValues'
    >,
  ): Promise<void> {
    await em.insert(WebhookEntity, row);
  }

  async enable(em: EntityManager, organizationId: string, id: string): Promise<void> {
    const on = { enabled: true, disabledReason: null, disabledAt: null, failingSince: null, updatedAt: NOW };
    await em.update(WebhookEntity, { organizationId, id }, on);
  }

  /** Disables a receiver and cancels its deliveries that were not delivered yet. */
  async disable(
    em: EntityManager,
    organizationId: string,
    id: string,
    disabledReason: WebhookEntity['disabledReason'],
  ): Promise<void> {
    const off = { enabled: false, disabledReason, disabledAt: NOW, updatedAt: NOW };
    await em.update(WebhookEntity, { organizationId, id }, off);
    await em.update(
      WebhookDeliveryEntity,
      { organizationId, webhookId: id, status: 'PENDING', type: Not(TEST_EVENT) },
      { status: 'CANCELED', settledAt: NOW },
    );
  }

  async noteFailing(em: EntityManager, organizationId: string, id: string, failingSince: Date | null): Promise<void> {
    await em.update(WebhookEntity, { organizationId, id }, { failingSince });
  }

  /** Its deliveries go with it. */
  async remove(em: EntityManager, organizationId: string, id: string): Promise<void> {
    await em.delete(WebhookEntity, { organizationId, id });
  }

  deliveries(
    em: EntityManager,
    organizationId: string,
    webhookId: string,
    cursor: string | undefined,
    take: number,
  ): Promise<WebhookDeliveryEntity[]> {
    const where = { organizationId, webhookId, ...(cursor && { id: LessThan(cursor) }) };
    return em.find(WebhookDeliveryEntity, { where, order: NEWEST_FIRST, take });
  }

  delivery(em: EntityManager, organizationId: string, id: string): Promise<WebhookDeliveryEntity | null> {
    return em.findOneBy(WebhookDeliveryEntity, { organizationId, id });
  }

  /** @param userId the recipient, if it is a mail */
  async insertTest(
    em: EntityManager,
    organizationId: string,
    { id: webhookId, kind }: WebhookEntity,
    userId: string,
  ): Promise<string> {
    const id = newId();
    await em.insert(WebhookDeliveryEntity, {
      id,
      organizationId,
      webhookId,
      eventId: newId(),
      type: TEST_EVENT,
      data: { webhookId },
      userId: kind === 'email' ? userId : null,
      dueAt: () => `now() + ${TEST_WAIT_MS} * interval '1 millisecond'`,
    });
    return id;
  }
}
