import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Principal } from '../../auth/access/principal.js';
import { type IdempotencyKey, IdempotencyKeys } from '../../auth/idempotency.js';
import { Config } from '../../config/config.js';
import { KeyRing } from '../../credentials/key-ring.js';
import { Database, type RowLock } from '../../platform/database/database.js';
import { notFound, validationFailed } from '../../platform/errors.js';
import { Idempotent, Page } from '../../platform/http/answers/answer.js';
import type { PageQuery } from '../../platform/http/input/page.dto.js';
import { newId } from '../../platform/ids.js';
import { Courier } from '../delivery/courier.js';
import type { WebhookEntity } from '../entities/webhook.entity.js';
import { EVENT_TYPES } from '../event.js';
import { checkedUrl } from './receiver-url.js';
import { MOST_WEBHOOKS, tooManyWebhooks } from './webhook.errors.js';
import { toAuditedWebhook, toDeliveryView, toWebhookView } from './webhook.view.js';
import { newSecret, type Secrets, WebhookSecrets } from './webhook-secrets.js';
import type { CreateWebhookDto } from './webhooks.dto.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** The receivers of an organization's events (docs/webhooks.md). */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly repository: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly keys: KeyRing,
    private readonly courier: Courier,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditTrail,
    private readonly config: Config,
  ) {}

  list({ organizationId }: Principal, { limit, cursor }: PageQuery) {
    return this.database.transaction(organizationId, async (em) =>
      Page.of(await this.repository.page(em, organizationId, cursor, limit + 1), limit, toWebhookView),
    );
  }

  /**
   * Answers with the signing secret only this once, not when the request is repeated under its key.
   * @throws 400 on a wrong url, or on events other than requested approvals for a receiver that takes only those; 409
   * too-many-webhooks
   */
  async create(caller: Principal, body: CreateWebhookDto, key: IdempotencyKey | null) {
    const { organizationId } = caller;
    const wanted = await this.checked(body);
    const answer = await this.database.transaction(organizationId, async (em) => {
      const made = await this.idempotency.once(
        em,
        caller,
        key,
        () => this.insert(em, caller, wanted),
        (id) => this.found(em, organizationId, id),
      );
      if (!made.replayed) await this.record(em, caller, 'webhook.created', null, made.data);
      return new Idempotent(toWebhookView(made.data), made.replayed);
    });
    const { secret } = wanted.secrets;
    return answer.replayed || !secret ? answer : new Idempotent({ ...answer.data, secret }, false);
  }

  /**
   * Enables or disables a receiver; a receiver in that state already stays unchanged.
   * @throws 404
   */
  change(caller: Principal, id: string, enabled: boolean) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const before = await this.found(em, organizationId, id, { mode: 'for_no_key_update' });
      if (before.enabled === enabled) return toWebhookView(before);
      if (enabled) await this.repository.enable(em, organizationId, id);
      else await this.repository.disable(em, organizationId, id, 'operator');
      const after = await this.found(em, organizationId, id);
      await this.record(em, caller, enabled ? 'webhook.enabled' : 'webhook.disabled', before, after);
      return toWebhookView(after);
    });
  }

  /**
   * Removes a receiver with its log; nothing more is sent to it.
   * @throws 404
   */
  remove(caller: Principal, id: string) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const before = await this.found(em, organizationId, id, { mode: 'pessimistic_write' });
      await this.repository.remove(em, organizationId, id);
      await this.record(em, caller, 'webhook.deleted', before, null);
      return { id, deleted: true };
    });
  }

  /**
   * Lists deliveries, the newest first.
   * @throws 404
   */
  deliveries({ organizationId }: Principal, id: string, { limit, cursor }: PageQuery) {
    return this.database.transaction(organizationId, async (em) => {
      await this.found(em, organizationId, id);
      const rows = await this.repository.deliveries(em, organizationId, id, cursor, limit + 1);
      return Page.of(rows, limit, toDeliveryView);
    });
  }

  /**
   * Sends a test once, also to a disabled receiver, and waits for the result: `DELIVERED` or `FAILED`. A mail goes to
   * the operator who asked, if their address is verified; otherwise it is `CANCELED`.
   * @throws 404
   */
  async test(caller: Principal, id: string, key: IdempotencyKey | null) {
    const { organizationId } = caller;
    const made = await this.database.transaction(organizationId, (em) =>
      this.idempotency.once(
        em,
        caller,
        key,
        async () => this.repository.insertTest(em, organizationId, await this.found(em, organizationId, id), caller.id),
        async (deliveryId) => deliveryId,
      ),
    );
    if (!made.replayed) await this.courier.deliver(organizationId, made.data);
    return this.database.transaction(organizationId, async (em) => {
      const delivery = await this.repository.delivery(em, organizationId, made.data);
      if (!delivery) throw notFound('webhook');
      return new Idempotent(toDeliveryView(delivery), made.replayed);
    });
  }

  /** Looks the address up, so it comes before the transaction. */
  private async checked({ kind = 'webhook', url, events, description = '' }: CreateWebhookDto) {
    if (kind !== 'webhook' && events && (events.length > 1 || events[0] !== 'approval.requested'))
      throw validationFailed('events', 'can only be approval.requested for Slack and e-mail');
    const types: string[] = kind === 'webhook' ? (events ?? [...EVENT_TYPES]) : ['approval.requested'];
    if (kind === 'email') {
      if (url !== undefined)
        throw validationFailed('url', 'must be left out: mails go to the members of the organization');
      return { kind, url: null, events: types, description, secrets: {} as Secrets };
    }
    if (url === undefined) throw validationFailed('url', 'is required');
    const { href, origin } = await checkedUrl(url, this.config.allowedPrivateHosts);
    const secrets: Secrets = kind === 'slack' ? { url: href } : { secret: newSecret() };
    return { kind, url: kind === 'slack' ? `${origin}/…` : href, events: types, description, secrets };
  }

  private async insert(em: EntityManager, caller: Principal, wanted: Awaited<ReturnType<typeof this.checked>>) {
    const { organizationId } = caller;
    const { secrets, ...row } = wanted;
    // Held until the end, so that two at once cannot both be the last one.
    await this.keys.forWriting(em, organizationId);
    if ((await this.repository.count(em, organizationId)) >= MOST_WEBHOOKS) throw tooManyWebhooks();
    const id = newId();
    const sealed =
      row.kind === 'email'
        ? { wrappedKey: null, sealedValues: null }
        : await this.secrets.seal(em, organizationId, id, secrets);
    await this.repository.insert(em, { id, organizationId, ...row, ...sealed });
    return id;
  }

  private async found(em: EntityManager, organizationId: string, id: string, lock?: RowLock): Promise<WebhookEntity> {
    const row = await this.repository.find(em, organizationId, id, lock);
    if (!row) throw notFound('webhook');
    return row;
  }

  private record(
    em: EntityManager,
    caller: Principal,
    action: string,
    before: WebhookEntity | null,
    after: WebhookEntity | null,
  ) {
    const target = { type: 'webhook', id: (after ?? before)?.id ?? '' };
    return this.audit.record(em, caller, {
      action,
      target,
      before: before && toAuditedWebhook(before),
      after: after && toAuditedWebhook(after),
    });
  }
}
