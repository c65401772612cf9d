import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { webhooksDisabled } from '../../platform/telemetry/meters.js';
import { Receivers } from '../webhooks/receivers.js';
import { type Attempt, DeliveryOutbox } from './delivery.outbox.js';

/** The bound on concurrent transactions, however many deliveries are in flight. */
const TRANSACTIONS = 2;
/** The time that a stopping process waits for a receiver that is about to answer. */
const GRACE_MS = 2_000;

/** Carries one delivery: takes it, sends it, and records the result. It holds no connection while it sends. */
@Injectable()
export class Courier implements BeforeApplicationShutdown {
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly transactions = pLimit(TRANSACTIONS);

  constructor(
    private readonly outbox: DeliveryOutbox,
    private readonly receivers: Receivers,
    private readonly logger: PinoLogger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    const grace = setTimeout(() => this.stopping.abort(), GRACE_MS);
    await Promise.all(this.underWay);
    clearTimeout(grace);
  }

  /** Delivers an event. It never rejects: an interrupted delivery is taken up again when its lease has run out. */
  deliver(organizationId: string, id: string): Promise<void> {
    const delivering = this.carry(organizationId, id)
      .catch((error: unknown) => {
        this.logger.error({ err: error, deliveryId: id }, 'a delivery stopped on its way and will be taken up again');
      })
      .finally(() => this.underWay.delete(delivering));
    this.underWay.add(delivering);
    return delivering;
  }

  private async carry(organizationId: string, id: string): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const attempt = await this.transactions(() => this.outbox.take(organizationId, id));
    if (attempt) await this.send(attempt);
  }

  private async send(attempt: Attempt): Promise<void> {
    const begun = performance.now();
    const outcome = await this.receivers.send(attempt, this.stopping.signal);
    // Cut off by ourselves: the receiver may have it, and has failed at nothing.
    if (!outcome.delivered && this.stopping.signal.aborted) return;
    const durationMs = performance.now() - begun;
    const disabled = await this.transactions(() => this.outbox.record(attempt, outcome, durationMs));
    const { organizationId, webhookId, id: deliveryId, number } = attempt;
    if (disabled) {
      webhooksDisabled.inc({ reason: disabled });
      this.logger.warn({ organizationId, webhookId, reason: disabled }, 'a webhook was disabled');
    } else if (!outcome.delivered)
      this.logger.info({ webhookId, deliveryId, number, error: outcome.error }, 'an event could not be delivered');
  }
}
