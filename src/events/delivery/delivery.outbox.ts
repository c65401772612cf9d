// SQL: a delivery is locked unless another process has it, with its receiver and views of two other modules, by the clock of the database.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { bySystem } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Plan } from '../../auth/access/principal.js';
import { planCovers } from '../../auth/access/principal.js';
import { fromNow, NOW } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { SealError } from '../../platform/envelope.js';
import type { WebhookEntity, WebhookKind } from '../entities/webhook.entity.js';
import { type Tried, WebhookDeliveryEntity } from '../entities/webhook-delivery.entity.js';
import { type Event, TEST_EVENT } from '../event.js';
import { toAuditedWebhook } from '../webhooks/webhook.view.js';
import { type Secrets, WebhookSecrets } from '../webhooks/webhook-secrets.js';
import { WebhooksRepository } from '../webhooks/webhooks.repository.js';
import { GatheredMails } from './gathered-mails.js';
import type { Outcome } from './outcome.js';
import { isGivenUp, retryAfterOf, secondsUntilRetry } from './schedule.js';

/** The lease outlasts a sending, so that no other process takes up a delivery that may still be on its way. */
const LEASE_MS = 25_000;
const GONE = 410;

/** An attempt to deliver an event. */
export interface Attempt {
  readonly organizationId: string;
  readonly id: string;
  readonly webhookId: string;
  readonly kind: WebhookKind;
  /** The number of the attempt, from 1; a later attempt makes this one's outcome void. */
  readonly number: number;
  readonly event: Event;
  /** Further events that go in the same mail. */
  readonly together: readonly Event[];
  readonly url: string | null;
  readonly secrets: Secrets;
  /** The address of a mail; null for other kinds. */
  readonly address: string | null;
  readonly startedAt: Date;
}

interface Taken
  extends Pick<WebhookEntity, 'kind' | 'url' | 'enabled' | 'wrappedKey' | 'sealedValues'>,
    Pick<
      WebhookDeliveryEntity,
      | 'id'
      | 'webhookId'
      | 'userId'
      | 'eventId'
      | 'type'
      | 'data'
      | 'createdAt'
      | 'attempts'
      | 'dueAt'
      | 'tried'
      | 'gathered'
    > {
  plan: Plan;
  address: string | null;
  now: Date;
}

/** The events that are on their way: each taken for one attempt at a time, and kept until it arrived or is given up. */
@Injectable()
export class DeliveryOutbox {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly mails: GatheredMails,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Takes a due delivery, for this process alone; null when there is nothing to send. A delivery of an organization that
   * is held since is left for the end of that, and of one that is deleted for the erasure.
   */
  take(organizationId: string, id: string): Promise<Attempt | null> {
    return this.database.transaction(organizationId, async (em) => {
      await this.mails.lock(em, organizationId, id);
      const [row]: Taken[] = await em.query(
        `SELECT d.id, d.user_id AS "userId", d.gathered, d.webhook_id AS "webhookId", d.event_id AS "eventId", d.type, d.data, d.created_at AS "createdAt", d.attempts,
           d.due_at AS "dueAt", d.tried, w.kind, w.url, w.enabled, w.wrapped_key AS "wrappedKey",
           w.sealed_values AS "sealedValues", o.plan, u.email AS address,
           clock_timestamp()::timestamptz(3) AS now
         FROM webhook_deliveries d JOIN webhooks w ON w.organization_id = d.organization_id AND w.id = d.webhook_id
         JOIN organization_states o ON o.id = d.organization_id AND o.deleted_at IS NULL
         LEFT JOIN verified_members u ON u.id = d.user_id AND u.organization_id = d.organization_id
         WHERE d.organization_id = $1 AND d.id = $2 AND d.status = 'PENDING'
           AND (d.due_at <= clock_timestamp() OR d.type = $3 AND d.attempts = 0)
         FOR UPDATE OF d SKIP LOCKED`,
        [organizationId, id, TEST_EVENT],
      );
      if (!row) return null;
      const secrets = await this.secretsOf(em, organizationId, row);
      if (!secrets || isUnwanted(row)) {
        await this.close(em, organizationId, id, 'CANCELED', [...row.tried, ...lostAttempt(row)]);
        return null;
      }
      const others = await this.mails.gather(em, organizationId, row);
      if (!others) return null;
      const { kind, url, address, webhookId, now: startedAt } = row;
      for (const one of [row, ...others]) {
        await em.update(
          WebhookDeliveryEntity,
          { organizationId, id: one.id },
          {
            attempts: one.attempts + 1,
            tried: [...one.tried, ...lostAttempt(one)],
            sentAt: startedAt,
            dueAt: fromNow(LEASE_MS),
          },
        );
      }
      const [event, together] = [eventOf(row), others.map(eventOf)];
      const number = row.attempts + 1;
      return { organizationId, id, webhookId, kind, number, event, together, url, secrets, address, startedAt };
    });
  }

  /**
   * Records the result, unless a later attempt has begun.
   * @returns why the receiver was disabled; null when it was not
   */
  record(attempt: Attempt, outcome: Outcome, durationMs: number): Promise<'gone' | 'failing' | null> {
    const { organizationId, webhookId } = attempt;
    return this.database.transaction(organizationId, async (em) => {
      // The receiver before the delivery, the order in which its deletion and its disabling lock them.
      const webhook = await this.webhooks.find(em, organizationId, webhookId, { mode: 'for_no_key_update' });
      const [row]: Pick<Taken, 'type' | 'attempts' | 'tried' | 'now'>[] = await em.query(
        `SELECT type, attempts, tried, clock_timestamp()::timestamptz(3) AS now FROM webhook_deliveries
         WHERE organization_id = $1 AND id = $2 AND attempts = $3 AND status = 'PENDING' FOR UPDATE`,
        [organizationId, attempt.id, attempt.number],
      );
      if (!webhook || !row) return null;
      const isTest = row.type === TEST_EVENT;
      const seconds =
        outcome.delivered || isTest || outcome.status === GONE
          ? null
          : secondsUntilRetry(row.attempts, Math.random(), retryAfterOf(outcome.retryAfter, row.now.getTime()));
      const next = seconds === null ? null : new Date(row.now.getTime() + Math.round(seconds * 1_000));
      const tried = [...row.tried, triedOf(attempt, outcome, durationMs, next)];
      if (next) await this.putOff(em, organizationId, attempt.id, next, tried);
      else await this.close(em, organizationId, attempt.id, outcome.delivered ? 'DELIVERED' : 'FAILED', tried);
      if (attempt.together.length > 0) await this.recordOthers(em, attempt, outcome, next, tried.at(-1));
      if (isTest) return null;
      const failingSince = outcome.delivered ? null : (webhook.failingSince ?? row.now);
      await this.webhooks.noteFailing(em, organizationId, webhookId, failingSince);
      const reason =
        outcome.status === GONE ? 'gone' : !next && failingSince && isGivenUp(failingSince, row.now) ? 'failing' : null;
      if (!reason || !webhook.enabled) return null;
      await this.webhooks.disable(em, organizationId, webhookId, reason);
      const after = toAuditedWebhook({ ...webhook, enabled: false, disabledReason: reason });
      await this.audit.record(em, bySystem(organizationId, 'webhooks'), {
        action: 'webhook.disabled',
        target: { type: 'webhook', id: webhookId },
        before: toAuditedWebhook(webhook),
        after,
      });
      return reason;
    });
  }

  /** Null when the secrets were sealed with keys that are gone. */
  private async secretsOf(em: EntityManager, organizationId: string, row: Taken): Promise<Secrets | null> {
    try {
      return await this.secrets.open(em, organizationId, row.webhookId, row);
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  }

  /**
   * Records the same outcome for the other deliveries of the same mail, which share the time at which the mail was
   * sent.
   */
  private async recordOthers(
    em: EntityManager,
    { organizationId, webhookId, id, startedAt }: Attempt,
    outcome: Outcome,
    next: Date | null,
    tried: Tried | undefined,
  ) {
    await em.query(
      `UPDATE webhook_deliveries SET tried = tried || jsonb_build_array($5::jsonb || jsonb_build_object('attempt', attempts)),
         status = $6, due_at = coalesce($7, due_at), settled_at = CASE WHEN $6 = 'PENDING' THEN NULL ELSE clock_timestamp() END
       WHERE organization_id = $1 AND webhook_id = $2 AND user_id IS NOT NULL AND sent_at = $3 AND id <> $4 AND gathered
         AND status = 'PENDING'`,
      [
        ...[organizationId, webhookId, startedAt, id, JSON.stringify(tried)],
        next ? 'PENDING' : outcome.delivered ? 'DELIVERED' : 'FAILED',
        next,
      ],
    );
  }

  private async putOff(em: EntityManager, organizationId: string, id: string, dueAt: Date, tried: Tried[]) {
    await em.update(WebhookDeliveryEntity, { organizationId, id }, { dueAt, tried });
  }

  private async close(
    em: EntityManager,
    organizationId: string,
    id: string,
    status: WebhookDeliveryEntity['status'],
    tried: Tried[],
  ) {
    await em.update(WebhookDeliveryEntity, { organizationId, id }, { status, settledAt: NOW, tried });
  }
}

const eventOf = ({
  eventId,
  type,
  createdAt,
  data,
}: Pick<Taken, 'eventId' | 'type' | 'createdAt' | 'data'>): Event => ({
  id: eventId,
  type,
  timestamp: createdAt.toISOString(),
  data,
});

/** The event must not be sent any more: the plan is FREE, the member is deleted, or the receiver is switched off. */
function isUnwanted({ plan, enabled, type, kind, address }: Taken): boolean {
  return !planCovers(plan, 'PRO') || !(enabled || type === TEST_EVENT) || (kind === 'email' && !address);
}

/** An attempt of which nothing is known: the process that made it is gone. */
function lostAttempt({ attempts, tried, dueAt }: Pick<Taken, 'attempts' | 'tried' | 'dueAt'>): Tried[] {
  if (attempts === 0 || tried.at(-1)?.attempt === attempts) return [];
  const at = new Date(dueAt.getTime() - LEASE_MS).toISOString();
  return [
    {
      attempt: attempts,
      at,
      status: null,
      durationMs: null,
      error: 'the sender stopped before it recorded a result',
      nextTryAt: dueAt.toISOString(),
    },
  ];
}

function triedOf(
  { number, startedAt }: Attempt,
  { status, error }: Outcome,
  durationMs: number,
  next: Date | null,
): Tried {
  const at = startedAt.toISOString();
  return {
    attempt: number,
    at,
    status,
    durationMs: Math.round(durationMs),
    error,
    nextTryAt: next?.toISOString() ?? null,
  };
}
