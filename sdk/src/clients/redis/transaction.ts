import { type Staying, UNREPORTED } from '../../method-client/governed-call.js';
import type { Parameters } from '../../method-client/signature.js';
import type { Lane } from '../../wrapping/lane.js';
import { keysOf } from './calling.js';

/** A command that may write, and is sent together with others. */
export interface BatchedCommand {
  readonly path: string;
  readonly payload: Parameters;
}

/** Returns the writes on the same keys that are sent before this one: it finds the state that they leave. */
export function precedingOf(sent: readonly BatchedCommand[], payload: Parameters): Parameters {
  const keys = new Set(keysOf(payload));
  const earlier = sent.filter(({ payload: one }) => keysOf(one).some((key) => keys.has(key)));
  if (earlier.length === 0) return {};
  const precededBy = earlier.map(({ path, payload: { place: _, precededBy: __, ...own } }) => ({
    operation: path,
    payload: own,
  }));
  return { precededBy };
}

interface Held {
  readonly at: number;
  readonly ran: (reply: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/** A transaction that collects its commands at the server: the answer to EXEC has the outcome of each. */
export class ServerTransaction {
  readonly sent: BatchedCommand[] = [];
  #queued = 0;
  #held: Held[] = [];
  #end: { readonly error: unknown } | null = null;

  /** @param reports the lane that reports the outcomes of its connection */
  constructor(private readonly reports: Lane) {}

  /** Counts the commands that the server has queued, in the order of its answers. @returns the place of this one */
  queued(reply: unknown): number | null {
    return String(reply) === 'QUEUED' ? this.#queued++ : null;
  }

  /** Ends with the transaction, with the command's own reply; immediately if there was no transaction. */
  stays(reply: unknown): Staying {
    const { reports } = this;
    const at = this.queued(reply);
    if (at === null) {
      this.abandon(replyError('ABORTED the transaction was lost with its connection'));
      return { ended: null, reports };
    }
    const ended = new Promise((ran, failed) => {
      if (this.#end) failed(this.#end.error);
      else this.#held.push({ at, ran, failed });
    });
    return { ended, reports };
  }

  /** @param replies null where a watched key was changed */
  ran(replies: unknown): void {
    if (!Array.isArray(replies)) {
      this.abandon(replyError('ABORTED a watched key was changed'));
      return;
    }
    // ioredis has sent a command of its own into the transaction before it was ready, so that the replies cannot be
    // assigned to commands.
    if (replies.length !== this.#queued) {
      this.abandon(UNREPORTED);
      return;
    }
    for (const { at, ran, failed } of this.#held.splice(0)) {
      // A reply stands alone, or as `[error]` or `[null, reply]`.
      const one: unknown = replies[at];
      const [first, reply] = Array.isArray(one) ? one : [one, one];
      if (first instanceof Error) failed(first);
      else ran(first === null ? reply : one);
    }
  }

  discarded(): void {
    this.abandon(replyError('ABORTED the transaction was discarded'));
  }

  /** Its connection was lost after EXEC was sent. */
  lost(): void {
    const error = new Error('The connection was lost before EXEC was answered.');
    this.abandon(Object.assign(error, { code: 'ECONNRESET' }));
  }

  abandon(error: unknown): void {
    this.#end = { error };
    for (const { failed } of this.#held.splice(0)) failed(error);
  }
}

/** Builds the error with which the server says that it ran nothing. */
export function replyError(message: string): Error {
  return Object.assign(new Error(message), { name: 'ReplyError' });
}
