import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { within } from '../concurrency/deadline.js';
import { PinoLogger } from '../logging/pino-logger.js';

export interface Mail {
  /** Stays the same for every attempt, so that a mailbox recognizes a second delivery. */
  readonly id: string;
  /** The text is one address and is never parsed as a list. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** However slowly a server answers, an attempt is over after this long. */
export const SENT_WITHIN_MS = 20_000;

/** Hands mails to the SMTP server of `SMTP_URL`; without one they are written, whole, to the log (docs/contract.md, "Configuration"). */
@Injectable()
export class Mailer {
  private readonly deliver: (mail: Mail, signal: AbortSignal) => Promise<unknown>;

  constructor(config: Config, logger: PinoLogger) {
    this.deliver = config.smtpUrl
      ? overSmtp(config.smtpUrl, config.mailFrom)
      : async (mail) => logger.info({ mail }, 'a mail, for SMTP_URL is not set');
  }

  /**
   * Sends a mail; the promise settles within `SENT_WITHIN_MS`. Never call it inside a transaction.
   * @param stop gives up at once
   * @throws Error unless the server has taken the mail
   */
  async send(mail: Mail, stop: AbortSignal): Promise<void> {
    await within(SENT_WITHIN_MS, stop, (signal) => this.deliver(mail, signal));
  }
}

function overSmtp(url: string, from: string) {
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, disableFileAccess: true, disableUrlAccess: true }),
  );
  return async ({ id, to, subject, text }: Mail, signal: AbortSignal) =>
    (await transport).sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@backstop>`,
      headers: { 'auto-submitted': 'auto-generated' },
      signal,
    });
}
