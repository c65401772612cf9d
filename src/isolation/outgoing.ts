import { sentError } from './errors.js';
import type { Answer, Notice } from './protocol.js';

/** The notices of an interpreter: those that one order leads to travel in one message. */
export class Outgoing {
  private held: Notice[] | null = null;

  constructor(
    private readonly send: (message: readonly Notice[]) => void,
    private readonly answer: (task: number, call: number, answer: Answer) => void,
  ) {}

  /** Keeps the notices until `flush`. */
  hold(): void {
    this.held ??= [];
  }

  /** Outside of an order a notice is sent at once. */
  add(notice: Notice): void {
    if (this.held) this.held.push(notice);
    else this.sendAll([notice]);
  }

  /** Sends what was kept, and that the order is processed. */
  flush(): void {
    const notices: Notice[] = [...(this.held ?? []), { is: 'idle' }];
    this.held = null;
    this.sendAll(notices);
  }

  private sendAll(notices: readonly Notice[]): void {
    try {
      this.send(notices);
    } catch (error) {
      if (notices.length > 1) for (const notice of notices) this.sendAll([notice]);
      else for (const notice of notices) this.failed(notice, error);
    }
  }

  /** The answer of a provider may be nested too deeply to be sent. */
  private failed(notice: Notice, error: unknown): void {
    if (notice.is === 'done') this.send([{ ...notice, answer: null }]);
    if (notice.is === 'ask' && notice.call !== null) this.answer(notice.task, notice.call, { error: sentError(error) });
  }
}
