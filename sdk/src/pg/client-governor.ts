import { answer } from '../answer.js';
import { UngovernedCallError } from '../errors.js';
import type { Gate } from '../gate.js';
import { classify, type SessionEffect } from './classify.js';
import { type Effect, governedQuery } from './governed-query.js';
import { Lane } from './lane.js';
import type { RawClient, Result } from './objects.js';
import { loadParser, parserIfLoaded, type SqlParser } from './parser.js';
import { pass, type QueryCall, readQueryCall } from './query-call.js';
import { submit } from './submittable.js';
import { changesTableNames, type TableNames } from './table-names.js';
import { Transaction } from './transaction.js';
import { clientVenue, isRefusal, transactionVenue } from './venue.js';
import { toWrite } from './write.js';

/** One connection: keeps its calls in order and its transaction's effects until they are known. */
export class ClientGovernor {
  readonly #lane = new Lane();
  readonly #transaction = new Transaction<Effect>();
  readonly #statements = new Map<string, string>();
  #namesChanged = false;

  constructor(
    private readonly raw: RawClient,
    private readonly gate: Gate,
    private readonly names: TableNames,
  ) {}

  query(args: unknown[]): unknown {
    const call = this.#read(args);
    if (!call) return this.raw.query(...args);
    const parser = parserIfLoaded();
    if (call.submittable) return submit(this.raw, call, call.submittable, this.#lane.busy ? undefined : parser);
    if (parser && !this.#lane.busy && call.text !== null && classify(parser, call.text).kind === 'read') {
      return pass(this.raw, call);
    }
    return answer(
      call.callback,
      this.#lane.run(async () => this.#run(call, parser ?? (await loadParser()))),
    );
  }

  /** Waits for calls in flight; a transaction that was left open ends with the connection. */
  end(args: unknown[]): unknown {
    const callback = args.find((arg) => typeof arg === 'function') as ((error: unknown) => void) | undefined;
    return answer(callback, this.#end());
  }

  async #end(): Promise<void> {
    await this.#lane.idle();
    await this.raw.end();
    await this.#abandon();
    await this.gate.flush();
  }

  /** A client with governed calls in an open transaction is destroyed: put back, they would end with a stranger's. */
  release(destroy: unknown): void {
    const { raw } = this;
    if (!this.#lane.busy && this.#transaction.held.length === 0) {
      raw.release?.(destroy as boolean);
      return;
    }
    const release = raw.release;
    raw.release = () => {
      throw new Error('Release called on client which has already been released to the pool.');
    };
    void this.#lane.idle().then(() => {
      const held = this.#transaction.held.length > 0;
      if (held) process.emitWarning('A client was released in the middle of a transaction; its calls are rolled back.');
      release?.call(raw, held ? true : (destroy as boolean));
      return this.#abandon();
    });
  }

  /** A name stands for the text it was first sent with. */
  #read(args: unknown[]): QueryCall | null {
    const call = readQueryCall(args);
    if (!call || call.name === null) return call;
    if (call.text === null) return { ...call, text: this.#statements.get(call.name) ?? null };
    this.#statements.set(call.name, call.text);
    return call;
  }

  async #run(call: QueryCall, parser: SqlParser): Promise<unknown> {
    if (call.text === null && call.name !== null) {
      throw new UngovernedCallError(
        `The prepared statement '${call.name}' was not seen before; send it with its text.`,
      );
    }
    const classified = classify(parser, call.text ?? '');
    if (changesTableNames(classified)) {
      this.#namesChanged = true;
      this.names.changeOnOne();
    }
    switch (classified.kind) {
      case 'read':
        return this.raw.query(...call.args);
      case 'refused':
        throw new UngovernedCallError(classified.reason);
      case 'session':
        return this.#control(call, classified.effects);
      case 'write': {
        const { values } = call;
        const context = {
          parser,
          sql: call.text ?? '',
          values,
          namesChanged: this.#namesChanged || this.names.everywhere,
        };
        const inTransaction = await this.#isInTransaction();
        return governedQuery(toWrite(classified.statement, context), call, {
          gate: this.gate,
          parser,
          held: () => (inTransaction ? this.#transaction.held : []),
          venue: inTransaction ? transactionVenue(this.raw) : clientVenue(this.raw),
          settle: async (effect) => {
            if (inTransaction) this.#transaction.hold(effect);
            else await effect.permit.succeed(effect.response);
          },
        });
      }
    }
  }

  async #control(call: QueryCall, effects: readonly SessionEffect[]): Promise<unknown> {
    if (effects.length > 1 && this.#transaction.held.length > 0) {
      throw new UngovernedCallError(
        'Inside a transaction with governed calls, transaction statements are sent one by one.',
      );
    }
    const ends = effects.some(({ type }) => type === 'commit');
    let result: Result;
    try {
      result = await this.raw.query(...call.args);
    } catch (error) {
      if (ends && isRefusal(error)) await this.#abandon();
      else if (ends) this.#transaction.forget();
      throw error;
    }
    for (const effect of effects) {
      const { committed, rolledBack } = this.#transaction.apply(effect, result.command);
      for (const { permit, response } of committed) await permit.succeed(response);
      await failAll(rolledBack);
    }
    return result;
  }

  async #isInTransaction(): Promise<boolean> {
    if (!this.raw.getTransactionStatus) return this.#transaction.open;
    // pg reports an error before the server says in which state it left the connection.
    if (this.raw.readyForQuery === false) await this.raw.query('');
    const status = this.raw.getTransactionStatus();
    if (status === null) return this.#transaction.open;
    if (status === 'I') this.#transaction.forget();
    return status !== 'I';
  }

  #abandon(): Promise<void> {
    return failAll(this.#transaction.abandon());
  }
}

async function failAll(effects: readonly Effect[]): Promise<void> {
  for (const { permit } of effects) {
    const error = new Error('The transaction was rolled back.');
    await permit.fail(Object.assign(error, { name: 'TransactionRolledBack', code: 'transaction-rolled-back' }));
  }
}
