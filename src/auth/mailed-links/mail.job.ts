import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { PinoLogger } from '../../platform/pino-logger.js';
import { type Attempt, Outbox } from './outbox.js';

const EVERY_MS = 1_000;
const MAX_CONCURRENT_MAILS = 8;
/** How long a process that stops waits for a server that is about to take a mail. */
const GRACE_MS = 2_000;

/** Sends what is due, of any organization. No connection to the database is held while a server is talked to. */
@Injectable()
export class MailJob extends Periodic {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    const grace = setTimeout(() => this.stopping.abort(), GRACE_MS);
    await Promise.all(this.underWay.values());
    clearTimeout(grace);
  }

  protected async work(): Promise<void> {
    const free = MAX_CONCURRENT_MAILS - this.underWay.size;
    if (free <= 0) return;
    const due = await this.database.lookup<{ link_id: string; organization_id: string }>(
      'SELECT * FROM due_links($1)',
      [free],
    );
    for (const { link_id: id, organization_id: organizationId } of due) {
      if (!this.underWay.has(id)) this.underWay.set(id, this.deliver(organizationId, id));
    }
  }

  private async deliver(organizationId: string, id: string): Promise<void> {
    try {
      const attempt = await this.outbox.take(organizationId, id);
      if (attempt) await this.send(attempt);
    } catch (error) {
      this.logger.error({ err: error, linkId: id }, 'a mail stopped on its way and will be taken up again');
    } finally {
      this.underWay.delete(id);
    }
    // There may be more than were taken up at once.
    if (this.underWay.size === MAX_CONCURRENT_MAILS - 1) this.wake();
  }

  private async send(attempt: Attempt): Promise<void> {
    const failure = await this.mailer.send(attempt.mail, this.stopping.signal).then(() => null, reasonOf);
    if (!failure) return this.outbox.sent(attempt);
    const next = await this.outbox.failed(attempt);
    const { linkId, number } = attempt;
    if (next === 'given-up') this.logger.error({ ...failure, linkId, number }, 'a mail was given up');
    else this.logger.warn({ ...failure, linkId, number, next }, 'a mail could not be sent');
  }
}

/** A server may answer with what it was sent, and that has a token in it: its words stay out of the log. */
function reasonOf(error: unknown): object {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  return { code, command, responseCode };
}
