import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { Config } from '../../config/config.js';
import { within } from '../../platform/concurrency/deadline.js';
import { sha256 } from '../../platform/hash.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { currentTraceparent, spanned } from '../../platform/telemetry/tracing.js';
import type { Attempt } from '../delivery/delivery.outbox.js';
import { post } from '../delivery/http-post.js';
import { failed, type Outcome, refused, taken, toFailure } from '../delivery/outcome.js';
import { toBody } from '../event.js';
import { mailOf, slackMessage } from '../notice.js';

const ANSWERED_WITHIN_MS = 15_000;

/** Sends an event to a receiver of any kind. Never call it inside a transaction. */
@Injectable()
export class Receivers {
  constructor(
    private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Settles within twenty seconds.
   * @param stop gives up at once; then the outcome is void
   */
  async send(attempt: Attempt, stop: AbortSignal): Promise<Outcome> {
    const { kind, event, number } = attempt;
    const parent = typeof event.data.traceparent === 'string' ? event.data.traceparent : null;
    const attributes = { 'backstop.event': event.type, 'backstop.receiver': kind, 'backstop.attempt': number };
    const sending = () => (kind === 'email' ? this.mail(attempt, stop) : this.request(attempt, stop));
    try {
      return await spanned(`send ${event.type}`, { parent, attributes, isClient: true }, sending);
    } catch (error) {
      return toFailure(error);
    }
  }

  private async request({ kind, event, url, secrets }: Attempt, stop: AbortSignal): Promise<Outcome> {
    const { dashboardUrl, allowedPrivateHosts } = this.config;
    const body = kind === 'slack' ? JSON.stringify(slackMessage(event, dashboardUrl)) : toBody(event, dashboardUrl);
    const traceparent = currentTraceparent();
    const headers =
      kind === 'slack'
        ? {}
        : { ...signed(event.id, body, secrets.secret ?? ''), ...(traceparent !== null && { traceparent }) };
    const target = new URL(secrets.url ?? url ?? '');
    const { status, retryAfter } = await within(ANSWERED_WITHIN_MS, stop, (signal) =>
      post(target, headers, body, allowedPrivateHosts, signal),
    );
    return status >= 200 && status < 300 ? taken(status) : refused(status, retryAfter);
  }

  private async mail({ id, event, together, address }: Attempt, stop: AbortSignal): Promise<Outcome> {
    const mail = {
      id: sha256(id).slice(0, 32),
      to: address ?? '',
      ...mailOf(event, this.config.dashboardUrl, together),
    };
    try {
      await this.mailer.send(mail, stop);
      return taken(null);
    } catch {
      // A server may answer with anything; its words stay out of the log.
      return failed('the mail server did not take it');
    }
  }
}

function signed(id: string, body: string, secret: string): Record<string, string> {
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}
