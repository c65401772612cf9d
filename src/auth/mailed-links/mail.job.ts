import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type Due, DueWork } from '../../platform/due-work/due-work.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { type DueAge, watchDue } from '../../platform/telemetry/due-work-meter.js';
import { mailsGivenUp } from '../../platform/telemetry/meters.js';
import { LIFE_SECONDS } from './link.js';
import { type Attempt, Outbox } from './outbox.js';

const EVERY_MS = 1_000;
const MAX_CONCURRENT_MAILS = 8;
/** The time that a stopping process waits for a server that is about to accept a mail. */
const GRACE_MS = 2_000;

/** Sends the due mails of any organization. It holds no database connection while it talks to a mail server. */
@Injectable()
export class MailJob extends DueWork {
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    logger: PinoLogger,
  ) {
    super({ everyMs: EVERY_MS, atOnce: MAX_CONCURRENT_MAILS }, logger);
    watchDue('mail', () => database.lookup<DueAge>('SELECT oldest_due_mail() AS seconds', []));
  }

  protected async due(free: number): Promise<Due[]> {
    const due = await this.database.lookup<{ link_id: string; organization_id: string }>(
      'SELECT * FROM due_mails($1, $2)',
      [free, Object.keys(LIFE_SECONDS)],
    );
    return due.map((row) => ({ id: row.link_id, organizationId: row.organization_id, share: row.organization_id }));
  }

  protected async carryOut({ id, organizationId }: Due): Promise<void> {
    const attempt = await this.outbox.take(organizationId, id);
    if (attempt) await this.send(attempt);
  }

  protected stop(): void {
    setTimeout(() => this.stopping.abort(), GRACE_MS).unref();
  }

  private async send(attempt: Attempt): Promise<void> {
    const failure = await this.mailer.send(attempt.mail, this.stopping.signal).then(() => null, reasonOf);
    if (!failure) return this.outbox.sent(attempt);
    const next = await this.outbox.failed(attempt);
    const { linkId, number } = attempt;
    if (next === 'given-up') {
      mailsGivenUp.inc();
      this.logger.error({ ...failure, linkId, number }, 'a mail was given up');
    } else this.logger.warn({ ...failure, linkId, number, next }, 'a mail could not be sent');
  }
}

/**
 * A mail server may repeat the mail in its answer, and the mail holds a token: the server's words stay out of the log.
 */
function reasonOf(error: unknown): object {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  return { code, command, responseCode };
}
