import { answer } from '../answer.js';
import { UngovernedCallError } from '../errors.js';
import type { Gate } from '../gate.js';
import { type Classified, classify } from './classify.js';
import { governedQuery } from './governed-query.js';
import type { RawClient, RawPool } from './objects.js';
import { loadParser, parserIfLoaded, type SqlParser } from './parser.js';
import { pass, type QueryCall, readQueryCall } from './query-call.js';
import { submit } from './submittable.js';
import { changesTableNames, type TableNames } from './table-names.js';
import { poolVenue } from './venue.js';
import { toWrite } from './write.js';

/** A pool: its calls are independent of one another, each on whichever connection is free. */
export class PoolGovernor {
  readonly #inFlight = new Set<Promise<unknown>>();
  #ending = false;

  constructor(
    private readonly raw: RawPool,
    private readonly gate: Gate,
    private readonly present: (client: RawClient | undefined) => unknown,
    private readonly names: TableNames,
  ) {}

  query(args: unknown[]): unknown {
    const call = readQueryCall(args);
    if (!call) return this.raw.query(...args);
    const parser = parserIfLoaded();
    if (call.submittable) return submit(this.raw, call, call.submittable, parser);
    // A transaction statement sent to a pool reaches some connection and means nothing there; pg passes it, and so do we.
    if (parser && call.text !== null && this.#passes(classify(parser, call.text))) return pass(this.raw, call);
    return answer(call.callback, this.#track(this.#run(call, parser)));
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

  /** Waits for governed calls in flight, ends the pool, delivers what is to be confirmed. */
  end(args: unknown[]): unknown {
    if (this.#ending) return this.raw.end(...args);
    this.#ending = true;
    const callback = args.find((arg) => typeof arg === 'function') as ((error: unknown) => void) | undefined;
    return answer(callback, this.#end());
  }

  async #end(): Promise<void> {
    await Promise.allSettled([...this.#inFlight]);
    await this.raw.end();
    await this.gate.flush();
  }

  async #run(call: QueryCall, loaded: SqlParser | undefined): Promise<unknown> {
    if (this.#ending) throw new Error('Cannot use a pool after calling end on the pool');
    if (call.text === null && call.name !== null) {
      throw new UngovernedCallError('A prepared statement is sent to a pool with its text.');
    }
    const parser = loaded ?? (await loadParser());
    const classified = classify(parser, call.text ?? '');
    if (classified.kind === 'refused') throw new UngovernedCallError(classified.reason);
    if (this.#passes(classified)) return this.raw.query(...call.args);
    const context = { parser, sql: call.text ?? '', values: call.values, namesChanged: this.names.anywhere };
    return governedQuery(toWrite(classified.statement, context), call, {
      gate: this.gate,
      parser,
      venue: poolVenue(this.raw),
      settle: ({ permit, response }) => permit.succeed(response),
    });
  }

  #passes(classified: Classified): classified is Exclude<Classified, { kind: 'write' | 'refused' }> {
    if (changesTableNames(classified)) this.names.changeOnUnknown();
    return classified.kind === 'read' || classified.kind === 'session';
  }

  #track<T>(call: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = call.then(
      () => this.#inFlight.delete(settled),
      () => this.#inFlight.delete(settled),
    );
    this.#inFlight.add(settled);
    return call;
  }
}
