import type { Gate } from '../../asking/gate.js';
import { UngovernedCallError } from '../../errors.js';
import { answer, toCaller } from '../../wrapping/answer.js';
import type { RawClient, RawPool } from './client/objects.js';
import { EndedEarly, OpenObject } from './client/open-object.js';
import { leaveToPg, pass, type QueryCall, readQueryCall, type Submittable } from './client/query-call.js';
import { checkedOut, poolRunner } from './client/statement-runner.js';
import { governedQuery } from './governed-query.js';
import type { Classified } from './reading/classify.js';
import { judge, passes, readsOnly } from './reading/judge.js';
import { loadParser, parserIfLoaded, type SqlParser } from './reading/parser.js';
import type { Proofs, TableFacts } from './reading/proofs.js';
import { isPlain, ReadingSettings } from './reading/reading-settings.js';
import { changesReading, changesTableNames, type TableNames } from './reading/table-names.js';
import { mayChangeCatalogue, wholeWrite } from './rows/whole-write.js';
import { type Reached, toWrite } from './rows/write.js';

/** A query object of a pool, and the end of its connection. */
interface Open {
  readonly object: OpenObject;
  end(): void;
}

/** A pool: its calls are independent of one another, each on whichever connection is free. */
export class PoolGovernor {
  readonly #inFlight = new Set<Promise<unknown>>();
  readonly #open = new Set<Open>();
  #readsAsHere: boolean | null = null;
  #ending = false;

  constructor(
    private readonly raw: RawPool,
    private readonly gate: Gate,
    private readonly present: (client: RawClient | undefined) => unknown,
    private readonly names: TableNames,
    private readonly proofs: Proofs,
  ) {}

  query(args: unknown[]): unknown {
    // The pool itself refuses a function in the place of a text.
    if (typeof args[0] === 'function') return this.raw.query(...args);
    let call: QueryCall | null;
    try {
      call = readQueryCall(args);
    } catch (error) {
      return Promise.reject(error);
    }
    if (!call) return leaveToPg(this.raw, args);
    const known = call;
    const parser = parserIfLoaded();
    // A transaction statement sent to a pool reaches some connection and means nothing there; pg passes it, and so do we.
    const isRead = parser && !call.submittable && call.text !== null && isPlain(call.text);
    if (isRead && passes(known.text ?? '', parser, this.proofs)) return pass(this.raw, call);
    const { callback } = call;
    // Without an error, a pool gives undefined to a callback.
    const own = callback && ((error: unknown, result?: never) => callback(error ?? undefined, result));
    return answer(own, toCaller(this.#track(this.#run(call, parser))));
  }

  connect(args: unknown[]): unknown {
    const [callback] = args;
    if (typeof callback !== 'function') return this.raw.connect().then((client) => this.present(client));
    return this.raw.connect((error, client) => {
      const presented = this.present(client) as RawClient | undefined;
      const release = (destroy?: Error | boolean) => presented?.release?.(destroy);
      callback(error, presented, release);
    });
  }

  /** Waits for governed calls in flight, ends the pool, delivers the outstanding confirmations. */
  end(args: unknown[]): unknown {
    if (this.#ending) return this.raw.end(...args);
    this.#ending = true;
    const callback = args.find((arg) => typeof arg === 'function') as ((error: unknown) => void) | undefined;
    return answer(callback, this.#end());
  }

  async #end(): Promise<void> {
    await Promise.allSettled([...this.#inFlight]);
    const ended = this.raw.end();
    for (const { object, end } of this.#open) {
      if (object.isAbandoned) end();
      else object.onWaiting(() => object.isAbandoned && end());
    }
    await ended;
    await this.gate.flush();
  }

  async #run(call: QueryCall, loaded: SqlParser | undefined): Promise<unknown> {
    if (this.#ending) throw new Error('Cannot use a pool after calling end on the pool');
    if (call.text === null && call.name !== null) {
      throw new UngovernedCallError('A prepared statement is sent to a pool with its text.');
    }
    const parser = loaded ?? (await loadParser());
    const text = call.text ?? '';
    const classified = await judge(text, parser, this.proofs, {
      on: this.raw,
      isFailed: false,
      readsAsHere: () => this.#reads(text),
    });
    if (changesTableNames(classified)) this.names.changeOnUnknown();
    this.names.readingDiffers ||= changesReading(classified, text);
    if (classified.kind === 'refused') throw new UngovernedCallError(classified.reason);
    if (isPassing(classified)) return this.#pass(call, text);
    if (call.submittable) {
      throw new UngovernedCallError(
        'A query object that does not only read is sent to a client of its own: pool.connect().',
      );
    }
    return this.#govern(call, classified, parser);
  }

  async #govern(call: QueryCall, classified: Classified, parser: SqlParser): Promise<unknown> {
    const context = { parser, sql: call.text ?? '', values: call.values, namesChanged: this.names.anywhere };
    const statement = classified.kind === 'write' ? classified.statement : null;
    const { proofs, raw: on } = this;
    const write = await wholeWrite(toWrite(statement, context), statement, { parser, proofs, on });
    try {
      return await governedQuery(write, call, {
        gate: this.gate,
        parser,
        venue: poolRunner(this.raw, (client) => this.#requireReading(client, context.sql)),
        factsOf: (reached) => this.#factsOf(reached),
        reads: (text) => readsOnly(text, parser, this.proofs, this.raw),
        record: ({ permit, response }) => permit.succeed(response),
      });
    } finally {
      if (mayChangeCatalogue(write)) this.proofs.forget();
    }
  }

  /** If connections differ, it is not known which of them will run the statement. */
  async #factsOf({ schema, name }: Reached): Promise<TableFacts> {
    const facts = await this.proofs.ofTable(schema, name, this.raw);
    if (!this.names.readingDiffers || facts.connection === null) return facts;
    const { table: _, ...connection } = facts.connection;
    return { ...facts, connection: { ...connection, path: [] } };
  }

  async #pass(call: QueryCall, text: string): Promise<unknown> {
    if (call.submittable) return this.#submit(call, call.submittable, text);
    if (isPlain(text)) return this.raw.query(...call.args);
    const { client, release } = await checkedOut(this.raw);
    try {
      await this.#requireReading(client, text);
      const result = await client.query(...call.args);
      release();
      return result;
    } catch (error) {
      release(!(error instanceof UngovernedCallError));
      throw error;
    }
  }

  /** The client goes back to the pool when the object has ended, or with the pool. */
  async #submit(call: QueryCall, submittable: Submittable, text: string): Promise<unknown> {
    const object = new OpenObject(call, submittable);
    const { client, release } = await checkedOut(this.raw);
    try {
      await this.#requireReading(client, text);
      const ended = object.submit(client);
      const open: Open = { object, end: () => release(true) };
      this.#open.add(open);
      void ended.then((end) => {
        this.#open.delete(open);
        release('error' in end);
      });
    } catch (error) {
      release(!(error instanceof UngovernedCallError || error instanceof EndedEarly));
      object.fail(error, client.connection);
      if (!(error instanceof EndedEarly)) throw error;
    }
    return submittable;
  }

  /** Asked once of a pool; each connection that runs such a text is asked besides. */
  async #reads(text: string): Promise<boolean> {
    if (isPlain(text)) return true;
    if (this.#readsAsHere !== null) return this.#readsAsHere;
    const client = await this.raw.connect();
    try {
      this.#readsAsHere = await ReadingSettings.of(client).ask(text);
      return this.#readsAsHere;
    } finally {
      client.release?.();
    }
  }

  async #requireReading(client: RawClient, text: string): Promise<void> {
    if (this.#readsAsHere === false || (await ReadingSettings.of(client).ask(text))) return;
    throw new UngovernedCallError(
      'This connection reads the statement in another encoding, or its strings in another way; it did not run.',
    );
  }

  #track<T>(call: Promise<T>): Promise<T> {
    const finished: Promise<unknown> = call.then(
      () => this.#inFlight.delete(finished),
      () => this.#inFlight.delete(finished),
    );
    this.#inFlight.add(finished);
    return call;
  }
}

function isPassing(classified: Classified): boolean {
  return classified.kind === 'read' || (classified.kind === 'session' && !classified.asks);
}
