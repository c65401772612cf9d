// SQL: the mails of one member are counted and gathered under one lock, by the clock of the database.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WebhookDeliveryEntity } from '../entities/webhook-delivery.entity.js';

/** A member gets so many single mails; further ones are gathered in one mail. */
const BY_THEMSELVES = { ofOneAgent: 3, ofAll: 12 };
const IN_SECONDS = 600;
/** Further requests come with the next mail. */
const GATHERED_AT_MOST = 500;

const GATHERED_TYPE = 'approval.requested';

type Delivery = Pick<
  WebhookDeliveryEntity,
  'id' | 'eventId' | 'type' | 'data' | 'createdAt' | 'attempts' | 'dueAt' | 'tried'
>;

/** A due mail, with its recipient and whether it has been gathered before. */
interface DueMail extends Pick<WebhookDeliveryEntity, 'id' | 'webhookId' | 'userId' | 'type' | 'data' | 'attempts'> {
  readonly gathered: boolean;
}

/** Keeps agents that ask often, or under many names, from filling a mailbox (docs/webhooks.md). */
@Injectable()
export class GatheredMails {
  /** Called before the delivery is locked: two processes do not gather the same mails. */
  async lock(em: EntityManager, organizationId: string, id: string): Promise<void> {
    await em.query(
      `SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', webhook_id, user_id), 0))
       FROM webhook_deliveries WHERE organization_id = $1 AND id = $2 AND user_id IS NOT NULL AND type = $3`,
      [organizationId, id, GATHERED_TYPE],
    );
  }

  /** @returns the deliveries that go in the same mail; null when it is gathered, and due later */
  async gather(em: EntityManager, organizationId: string, mail: DueMail): Promise<Delivery[] | null> {
    if (mail.userId === null || mail.type !== GATHERED_TYPE) return [];
    const member = [organizationId, mail.webhookId, mail.userId, GATHERED_TYPE];
    const [lately]: { ofAll: number; ofOneAgent: number; until: Date | null; otherwise: Date }[] = await em.query(
      `SELECT count(DISTINCT sent_at)::int AS "ofAll", clock_timestamp() + $6 * interval '1 second' AS otherwise,
         count(DISTINCT sent_at) FILTER (WHERE data ->> 'agentId' = $7)::int AS "ofOneAgent",
         max(sent_at) FILTER (WHERE gathered OR data ->> 'agentId' = $7) + $6 * interval '1 second' AS until
       FROM webhook_deliveries
       WHERE ${OF_MEMBER} AND id <> $5 AND sent_at > clock_timestamp() - $6 * interval '1 second'`,
      [...member, mail.id, IN_SECONDS, mail.data.agentId ?? ''],
    );
    const { ofAll = 0, ofOneAgent = 0 } = lately ?? {};
    const isFull = mail.gathered
      ? lately?.until
      : ofOneAgent >= BY_THEMSELVES.ofOneAgent || ofAll >= BY_THEMSELVES.ofAll;
    if (mail.attempts === 0 && isFull) {
      await em.query(
        'UPDATE webhook_deliveries SET gathered = true, due_at = $3 WHERE organization_id = $1 AND id = $2',
        [organizationId, mail.id, lately?.until ?? lately?.otherwise],
      );
      return null;
    }
    if (!mail.gathered) return [];
    return em.query(
      `SELECT id, event_id AS "eventId", type, data, created_at AS "createdAt", attempts, due_at AS "dueAt", tried
       FROM webhook_deliveries WHERE ${OF_MEMBER} AND id <> $5 AND gathered AND status = 'PENDING'
         AND (attempts = 0 OR due_at <= clock_timestamp())
       ORDER BY id LIMIT ${GATHERED_AT_MOST} FOR UPDATE SKIP LOCKED`,
      [...member, mail.id],
    );
  }
}

const OF_MEMBER = 'organization_id = $1 AND webhook_id = $2 AND user_id = $3 AND type = $4';
