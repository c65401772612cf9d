import { freePort } from '../../support/free-port.mjs';
import { Mailbox } from '../../support/mailbox.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { startService } from '../../support/service.mjs';

/** Starts a service whose mails arrive, and whose links lead to itself, on a database of its own. */
export async function startInstallation(more: Record<string, string> = {}) {
  const mailbox = new Mailbox();
  const [database, port, SMTP_URL] = await Promise.all([newOwnDatabase(), freePort(), mailbox.start()]);
  const service = await startService({
    DATABASE_URL: database.serviceUrl,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL,
    MAIL_FROM: 'Backstop <post@backstop.test>',
    ...more,
  });
  const stop = async () => {
    await service.stop();
    await mailbox.stop();
    await database.drop();
  };
  return { service, mailbox, database, stop };
}
