import type { Run } from '../../method-client/interceptor.js';
import type { Connection, ConnectionAdapter } from './connection-adapter.js';
import { inTransaction, type Ran, reportOf, withinTransaction } from './replaced-rows.js';
import { payloadOf, type StatementProtocol } from './statement/statement-call.js';

type Method = (...args: unknown[]) => Promise<unknown>;

/** An update or a delete that sees the rows which it replaces. */
export class CapturingCall {
  #ran: Ran = { value: undefined, before: null };

  /** @param instead the call that runs instead of the method, on the same connection */
  constructor(
    private readonly adapter: Pick<ConnectionAdapter, 'isPromised' | 'connection' | 'promised'>,
    private readonly protocol: StatementProtocol,
    private readonly instead?: Run,
  ) {}

  /** Returns the part of the answer that is reported. */
  get report(): unknown {
    return reportOf(this.#ran);
  }

  runOf(args: readonly unknown[]): Run {
    const { isPromised } = this.adapter;
    return {
      args: this.instead?.args ?? (isPromised ? args : args.slice(0, -1)),
      call: (...given) => {
        if (isPromised) return this.#send(given);
        const callback = given.pop() as (...answer: unknown[]) => void;
        this.#send(given).then(
          (value) => callback(null, ...[value].flat(1)),
          (error) => callback(error),
        );
        return undefined;
      },
    };
  }

  async #send(args: readonly unknown[]): Promise<unknown> {
    const payload = payloadOf(args, this.protocol);
    const target = this.adapter.promised();
    if (!('getConnection' in target)) {
      this.#ran = await withinTransaction(target, payload, () => this.#own(target, args));
      return this.#ran.value;
    }
    const connection = await target.getConnection();
    try {
      this.#ran = await inTransaction(connection, payload, () => this.#own(connection, args));
    } finally {
      connection.release();
    }
    return this.#ran.value;
  }

  #own(connection: Connection, args: readonly unknown[]): Promise<unknown> {
    const { instead, protocol } = this;
    if (instead === undefined)
      return (connection as unknown as Record<string, Method>)[protocol.method]?.(...args) as Promise<unknown>;
    if (this.adapter.isPromised) return instead.call(...args) as Promise<unknown>;
    return new Promise((resolve, reject) =>
      instead.call(...args, (error: unknown, ...answer: unknown[]) => (error ? reject(error) : resolve(answer))),
    );
  }
}
