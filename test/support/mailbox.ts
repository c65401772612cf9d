import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from './patience.mjs';

export interface ReceivedMail extends Email {
  /** The recipients that the sender named to the server. */
  readonly recipients: readonly string[];
}

/** A mail server that keeps the mails it accepts. */
export class Mailbox {
  readonly mails: ReceivedMail[] = [];
  /** Returns the error that refuses a mail; null accepts every mail. */
  refusal: ((raw: string) => Error & { responseCode: number }) | null = null;
  /** Called when a mail is here and not yet acknowledged. */
  onMail: () => Promise<void> = async () => {};

  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      this.take(stream, recipients).then(() => done(), done);
    },
  });

  /** @param port 0: any that is free */
  async start(port = 0): Promise<string> {
    this.server.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', resolve);
    });
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }

  to(address: string): ReceivedMail[] {
    return this.mails.filter(({ recipients }) => recipients.includes(address));
  }

  /** The newest mail to an address, as soon as there are so many. */
  async nth(count: number, address: string): Promise<ReceivedMail> {
    const mails = await eventually(
      async () => this.to(address),
      (seen) => seen.length >= count,
    );
    expect(mails).toHaveLength(count);
    return mails[count - 1] as ReceivedMail;
  }

  private async take(stream: NodeJS.ReadableStream, recipients: string[]): Promise<void> {
    const raw = await text(stream);
    if (this.refusal) throw this.refusal(raw);
    this.mails.push({ ...(await PostalMime.parse(raw)), recipients });
    await this.onMail();
  }
}

/** The one link in a mail. */
export function linkIn(mail: { text?: string | undefined }): URL {
  const links = mail.text?.match(/^https?:\S+$/gm) ?? [];
  expect(links).toHaveLength(1);
  return new URL(links[0] ?? '');
}

/** The token in its link, wherever it is. */
export function tokenIn(mail: { text?: string | undefined }): string {
  const { hash, search } = linkIn(mail);
  const token = /^[#?]token=([\w-]{43})$/.exec(hash || search)?.[1];
  expect(token).toBeDefined();
  return token ?? '';
}
