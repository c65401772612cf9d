import type { Node } from 'libpg-query';
import { mayDo } from '#sql/postgres/may-do';
import type { Gate } from '../../asking/gate.js';
import { RolledBackError } from '../../asking/rolled-back.js';
import { ApprovalTimeoutError, ApprovedPayloadError, UngovernedCallError } from '../../errors.js';
import { Departure } from '../../method-client/departure.js';
import { answer, toCaller } from '../../wrapping/answer.js';
import { Lane } from '../../wrapping/lane.js';
import { mayBePrepared, type RawClient, type Result } from './client/objects.js';
import { EndedEarly, OpenObject } from './client/open-object.js';
import { leaveToPg, pass, type QueryCall, readQueryCall, type Submittable } from './client/query-call.js';
import {
  clientRunner,
  isRefusal,
  type Ran,
  type Statement,
  type StatementRunner,
  transactionRunner,
} from './client/statement-runner.js';
import { type Effect, type Governance, governedQuery } from './governed-query.js';
import { type Classified, classify, type SessionEffect } from './reading/classify.js';
import { judge, passes, readsOnly } from './reading/judge.js';
import { loadParser, parserIfLoaded, type SqlParser } from './reading/parser.js';
import type { Proofs } from './reading/proofs.js';
import { ReadingSettings } from './reading/reading-settings.js';
import { changesReading, changesTableNames, leavesReading, type TableNames } from './reading/table-names.js';
import { mayChangeCatalogue, wholeWrite } from './rows/whole-write.js';
import { reachedBy, toWrite, type Write } from './rows/write.js';
import { Transaction } from './transaction.js';

/** Governs one connection: keeps its calls in order and its transaction's effects until they are known. */
export class ClientGovernor {
  readonly #lane = new Lane();
  readonly #transaction = new Transaction<Effect>();
  readonly #statements = new Map<string, string>();
  readonly #settings: ReadingSettings;
  #namesChanged = false;
  readonly #departure: Departure;
  /** Released, and not yet back in the pool. */
  #isLeaving = false;
  /** The query object that was sent and has not ended. */
  #open: OpenObject | null = null;
  readonly #watchers = new Set<(open: OpenObject) => void>();
  /** The connection's description of itself may change with each statement. */
  #readingChanged = false;

  constructor(
    private readonly raw: RawClient,
    private readonly gate: Gate,
    private readonly names: TableNames,
    private readonly proofs: Proofs,
    holdLocksMs: number,
  ) {
    this.#departure = new Departure(holdLocksMs);
    this.#settings = ReadingSettings.of(raw);
  }

  query(args: unknown[]): unknown {
    let call: QueryCall | null;
    try {
      call = this.#read(args);
    } catch (error) {
      return Promise.reject(error);
    }
    if (!call) return leaveToPg(this.raw, args);
    const parser = parserIfLoaded();
    if (call.submittable) return this.#submit(call, call.submittable);
    if (parser && !this.#lane.busy && this.#passes(call.text, parser)) return pass(this.raw, call);
    const run = async (known: QueryCall) =>
      this.#run(known, parser ?? (await loadParser()), (as) => this.raw.query(...as));
    return answer(call.callback, toCaller(this.#lane.run(() => run(call))));
  }

  /** Waits for calls in flight; a transaction that was left open ends with the connection. */
  end(args: unknown[]): unknown {
    const callback = args.find((arg) => typeof arg === 'function') as ((error: unknown) => void) | undefined;
    return answer(callback, this.#end());
  }

  async #end(): Promise<void> {
    // With nothing in flight it ends immediately: the next caller that releases the client must find it ending. What
    // waits for the program ends with the connection, as without the wrapper.
    if (this.#lane.busy) {
      const idle = this.#idleOr((open) => open.waitsForProgram);
      this.#departure.leave(idle);
      await idle;
    }
    await this.raw.end();
    await this.#abandon();
    await this.gate.flush();
  }

  /**
   * A client with governed calls in an open transaction is destroyed: back in the pool, they would end with those of
   * another user.
   */
  release(destroy: unknown): void {
    const { raw } = this;
    // Released for the second time, pg throws.
    if (this.#isLeaving || (!this.#lane.busy && this.#transaction.held.length === 0)) {
      raw.release?.(destroy as boolean);
      return;
    }
    this.#isLeaving = true;
    // pg gives the same error to a statement whose connection is destroyed.
    if (destroy) this.#departure.destroy(new Error('Connection terminated'));
    const release = raw.release;
    raw.release = () => {
      throw new Error('Release called on client which has already been released to the pool.');
    };
    // Back in the pool, an open cursor would hold up every later caller.
    const giveUp = (open: OpenObject) => {
      if (open.isAbandoned) open.giveUp(raw.connection);
      return false;
    };
    const idle = this.#idleOr(destroy ? () => true : giveUp);
    if (!destroy) this.#departure.leave(idle);
    const left = idle.then(() => {
      this.#isLeaving = false;
      const held = this.#transaction.held.length > 0;
      if (held) process.emitWarning('A client was released in the middle of a transaction; its calls are rolled back.');
      release?.call(raw, held ? true : (destroy as boolean));
      return this.#abandon();
    });
    left.catch((error) => process.emitWarning(`What a released client had rolled back was not reported: ${error}`));
  }

  /** Waits for all calls, or until an open query object meets the condition. */
  #idleOr(isEnough: (open: OpenObject) => boolean): Promise<void> {
    if (this.#open && isEnough(this.#open)) return Promise.resolve();
    let watcher: (open: OpenObject) => void = () => undefined;
    const found = new Promise<void>((resolve) => {
      watcher = (open) => isEnough(open) && resolve();
    });
    this.#watchers.add(watcher);
    return Promise.race([this.#lane.idle(), found]).finally(() => this.#watchers.delete(watcher));
  }

  /** Sends a query object, and waits for its end. */
  async #whileOpen(object: OpenObject): Promise<Result> {
    const ended = object.submit(this.raw);
    const tell = () => {
      for (const watcher of this.#watchers) watcher(object);
    };
    this.#open = object;
    object.onWaiting(tell);
    tell();
    const end = await ended.finally(() => {
      this.#open = null;
    });
    if ('error' in end) throw new ReportedError(end.error);
    if (!object.hasRun) throw new EndedEarly();
    const [command = null] = end.commands.at(-1)?.split(' ') ?? [];
    return { command, rowCount: null, rows: [], fields: [], oid: null } as unknown as Result;
  }

  /** A name stands for the text it was first sent with. */
  #read(args: unknown[]): QueryCall | null {
    const call = readQueryCall(args);
    if (!call || call.name === null) return call;
    if (call.text === null) return { ...call, text: this.#statements.get(call.name) ?? null };
    this.#statements.set(call.name, call.text);
    return call;
  }

  #passes(text: string | null, parser: SqlParser): boolean {
    return text !== null && this.#settings.readsAsHere(text) === true && passes(text, parser, this.proofs);
  }

  /** Objects that submit themselves wait for their turn as every call does, and hold it until they have ended. */
  #submit(call: QueryCall, submittable: Submittable): unknown {
    const object = new OpenObject(call, submittable);
    const send = () => this.#whileOpen(object);
    const parser = parserIfLoaded();
    const passes = parser && !this.#lane.busy && this.#passes(call.text, parser);
    const signal = call.signal ? AbortSignal.any([object.early, call.signal]) : object.early;
    const asked = { ...call, signal };
    const turn = this.#lane.run(async () => (passes ? send() : this.#run(asked, await loadParser(), send)));
    turn.then(
      () => object.finish(this.raw.connection),
      (error) => error instanceof ReportedError || object.fail(error, this.raw.connection),
    );
    return submittable;
  }

  async #run(call: QueryCall, parser: SqlParser, send: Send): Promise<unknown> {
    // Under a name that it does not know either, pg prepares the empty statement.
    if (call.text === null && call.name !== null && mayBePrepared(this.raw, call.name)) {
      throw new UngovernedCallError(
        `The prepared statement '${call.name}' was not seen before; send it with its text.`,
      );
    }
    const text = call.text ?? '';
    const classified = await this.#judge(text, parser);
    if (changesTableNames(classified)) {
      this.#namesChanged = true;
      this.names.changeOnOne();
    }
    this.#readingChanged ||= changesReading(classified, text);
    this.names.readingDiffers ||= leavesReading(classified, text);
    switch (classified.kind) {
      case 'read':
        return send(call.args);
      case 'refused':
        throw new UngovernedCallError(classified.reason);
      case 'session': {
        if (!classified.asks) return this.#control(call.args, classified.effects, send);
        const isProved = await readsOnly(text, parser, this.proofs, this.raw);
        const write = this.#write(null, call, parser);
        const asked = isProved && write.operation === 'query' ? { ...write, mayDo: [] } : write;
        return this.#govern(asked, call, parser, {
          ...clientRunner(this.raw),
          run: (statement) => this.#as(statement, call, () => this.#control(call.args, classified.effects, send)),
        });
      }
      case 'write': {
        const inTransaction = await this.#isInTransaction();
        const venue = inTransaction ? transactionRunner(this.raw) : clientRunner(this.raw);
        const own = call.submittable
          ? { ...venue, run: (statement: Statement) => this.#as(statement, call, () => send(call.args)) }
          : venue;
        const { statement } = classified;
        const write = call.submittable ? asSql(call, parser) : this.#write(statement, call, parser);
        return this.#govern(await this.#whole(write, statement, parser), call, parser, own);
      }
    }
  }

  async #govern(write: Write, call: QueryCall, parser: SqlParser, venue: StatementRunner): Promise<unknown> {
    const governance: Governance = {
      gate: this.gate,
      parser,
      venue,
      held: () => (venue.inTransaction ? this.#transaction.held : []),
      factsOf: ({ schema, name }) => {
        if (this.#readingChanged) this.proofs.forgetConnection(this.raw);
        return this.proofs.ofTable(schema, name, this.raw);
      },
      reads: (text) => readsOnly(text, parser, this.proofs, this.raw),
      record: async (effect) => {
        if (venue.inTransaction) this.#transaction.hold(effect);
        else await effect.permit.succeed(effect.response);
      },
    };
    const left = this.#departure.signal;
    const signal = call.signal ? AbortSignal.any([call.signal, left]) : left;
    try {
      return await governedQuery(write, { ...call, signal }, governance);
    } catch (error) {
      if (venue.inTransaction && error instanceof ApprovalTimeoutError) await this.#fail();
      throw error;
    } finally {
      if (mayChangeCatalogue(write)) this.proofs.forget();
    }
  }

  /**
   * Leaves the transaction as an error of the server does: rolled back, without its locks, and only a statement that
   * ends it runs. After a ROLLBACK alone the program's next statements would run outside of a transaction.
   */
  async #fail(): Promise<void> {
    for (const text of ['ROLLBACK', 'BEGIN', FAILING]) await this.raw.query(text).catch(() => undefined);
    await this.#abandon();
  }

  /** Runs the call in its own way, which knows no other text. */
  async #as(statement: Statement, call: QueryCall, run: () => Promise<unknown>): Promise<Ran> {
    if (statement.args !== call.args) {
      return { happened: false, error: new ApprovedPayloadError('a statement of this kind cannot be edited.') };
    }
    try {
      return { happened: true, result: (await run()) as Result, types: this.raw };
    } catch (error) {
      const isRefused = error instanceof EndedEarly || isRefusal(error instanceof ReportedError ? error.cause : error);
      return { happened: isRefused ? false : null, error };
    }
  }

  #write(statement: Node | null, call: QueryCall, parser: SqlParser): Write {
    const namesChanged = this.#namesChanged || this.names.everywhere;
    return toWrite(statement, { parser, sql: call.text ?? '', values: call.values, namesChanged });
  }

  async #whole(write: Write, statement: Node | null, parser: SqlParser): Promise<Write> {
    // After an error in a transaction the server accepts only a statement that ends it.
    if ((await this.#status()) === 'E') return write;
    return wholeWrite(write, statement, { parser, proofs: this.proofs, on: this.raw });
  }

  async #judge(text: string, parser: SqlParser): Promise<Classified> {
    if (this.#passes(text, parser)) return classify(parser, text);
    const isFailed = (await this.#status()) === 'E';
    return judge(text, parser, this.proofs, {
      on: this.raw,
      isFailed,
      readsAsHere: async () => (isFailed ? this.#settings.readsAsHere(text) === true : this.#settings.ask(text)),
    });
  }

  async #control(args: unknown[], effects: readonly SessionEffect[], send: Send): Promise<unknown> {
    if (effects.length > 1 && this.#transaction.held.length > 0) {
      throw new UngovernedCallError(
        'Inside a transaction with governed calls, transaction statements are sent one by one.',
      );
    }
    const ends = effects.some(({ type }) => type === 'commit');
    let result: Result;
    try {
      result = await send(args);
    } catch (error) {
      const cause = error instanceof ReportedError ? error.cause : error;
      if (ends && isRefusal(cause)) await this.#abandon();
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
    const status = await this.#status();
    if (status === null) return this.#transaction.open;
    if (status === 'I') this.#transaction.forget();
    return status !== 'I';
  }

  /** Returns the transaction status; null if this version of pg does not report it. */
  async #status(): Promise<string | null> {
    if (!this.raw.getTransactionStatus) return null;
    // pg reports an error before the server reports the state in which it left the connection.
    if (this.raw.readyForQuery === false) await this.raw.query('');
    return this.raw.getTransactionStatus();
  }

  #abandon(): Promise<void> {
    return failAll(this.#transaction.abandon());
  }
}

/** The server's log says why. */
const FAILING = 'SELECT backstop_approval_was_not_given_in_time()';

type Send = (args: unknown[]) => Promise<Result>;

/** An error that the object which submitted itself has heard already. */
class ReportedError extends Error {
  constructor(override readonly cause: unknown) {
    super('reported');
  }
}

/** Its rows go to the object itself, so that nothing may be added to it. */
function asSql({ text, values }: QueryCall, parser: SqlParser): Write {
  const sql = text ?? '';
  const write = toWrite(null, { parser, sql, values, namesChanged: false });
  const classified = classify(parser, sql);
  if (write.operation !== 'query' || classified.kind !== 'write') return write;
  return { ...write, mayDo: mayDo(classified.statement), reached: reachedBy(classified.statement) };
}

async function failAll(effects: readonly Effect[]): Promise<void> {
  for (const { permit } of effects) {
    await permit.fail(new RolledBackError());
  }
}
