import { isListenerMethod, isUniversal } from '../clients/members.js';
import { Lane } from '../lane.js';
import { InFlight } from '../method-client/in-flight.js';
import { objectOf } from '../method-client/one-parameter.js';
import type { Member, Place, Run, Watch, Way } from '../method-client/place.js';
import type { Operation } from '../wrappable-connector.js';
import { copied } from './copied.js';
import { mayDoOf } from './may-do.js';
import { controlOf, isReading } from './reading.js';
import type { Connection } from './replaced-rows.js';
import type { Pool } from './seeing-call.js';
import { SeeingCall } from './seeing-call.js';
import type { ServerReading } from './server-reading.js';
import { asked, executed, freeOf, hasRawSql, operationOf, type Speech, signatureOf } from './statement-call.js';
import { tokensOf } from './tokens.js';
import type { Transactions } from './transactions.js';

interface Flights {
  readonly all: InFlight;
  readonly governed: InFlight;
  /** Of a connection, which runs one statement after another; a pool has none. */
  readonly lane: Lane | null;
}

export interface Shared {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly transactions: Transactions;
  /** Of each connection, under whatever face. */
  readonly flights: WeakMap<object, Flights>;
  readonly reading: ServerReading;
}

/** How an object of mysql2 is spoken to. */
export interface Face {
  readonly isPromised: boolean;
  /** The connection behind it; null of a pool, which takes any. */
  readonly connection: object | null;
  /** What speaks with promises to the same server. */
  promised(): Connection | Pool;
}

const refuse = (reason: string): Way => ({ kind: 'refuse', reason });
const NO_CALLBACK = refuse(
  'Without a callback it is not known when the statement has run; give one, or use promise().',
);
const OVERTAKES = refuse('A call on this connection is in flight; await it before its transaction begins or ends.');
const ANY_CONNECTION = refuse('A pool takes any connection; begin and end transactions on one of getConnection().');
const UNREADABLE = refuse('The statement is not a text with values: what raw() puts into it cannot be governed.');
const UNCLEAR = refuse(
  'The statement would end part of a transaction, or leave the database that is governed; use COMMIT or ROLLBACK alone, and name tables as database.table.',
);
const RELEASES = refuse('Call release() of the connection, which waits for what is in flight.');
const LEAVES = refuse('The governed connection stays with its user and database; make another one, and wrap that.');
const WRITES = refuse('This writes past the gate; call query() or execute().');

const PASSING = new Set([
  ...['ping', 'pause', 'resume', 'format', 'escape', 'escapeId', 'raw', 'unprepare', 'promise'],
  'emit',
]);

/** A pool or a connection, called back or promised. */
export class ConnectionPlace implements Place {
  readonly #flights: Flights;

  constructor(
    private readonly face: Face,
    private readonly shared: Shared,
  ) {
    const { connection } = face;
    const known = connection && shared.flights.get(connection);
    this.#flights = known ?? { all: new InFlight(), governed: new InFlight(), lane: connection && new Lane() };
    if (connection) shared.flights.set(connection, this.#flights);
  }

  member(key: PropertyKey, value: unknown, target: object): Member | undefined {
    if (typeof key !== 'string' || typeof value !== 'function') return undefined;
    if (isListenerMethod(key, value)) return { way: { kind: 'listener' } };
    if (isUniversal(key, value) || PASSING.has(key) || /^[A-Z]/.test(key)) return undefined;
    return { way: this.#wayOf(key, (...args) => Reflect.apply(value, target, args)) };
  }

  /** @param run what is run instead of the method */
  statement(args: readonly unknown[], speech: Speech, run?: Run): Way | null {
    const said = speech.said(args);
    const isCalledBack = typeof args.at(-1) === 'function';
    // A promised one throws by itself at a callback in this place.
    if (this.face.isPromised && typeof args[1] === 'function') return null;
    if (!said) return UNREADABLE;
    const tokens = tokensOf(said.sql);
    const isAsWritten = this.shared.reading.isAsWritten(speech, said.values);
    const control = controlOf(tokens);
    if (control === 'unclear') return UNCLEAR;
    if (control !== null) return this.#controls(control, args);
    const { lane } = this.#flights;
    // What is read without a callback is a stream, which begins at once.
    const waits = lane !== null && (this.face.isPromised || isCalledBack);
    if (isAsWritten && isReading(tokens)) return { kind: 'read', path: 'query', ...(waits && { lane }) };
    if (!this.face.isPromised && !isCalledBack) return NO_CALLBACK;
    this.shared.reading.note(tokens);
    const { path, payload } = isAsWritten ? operationOf(said) : freeOf(said);
    const operation = this.shared.operations.get(path);
    if (!operation) return refuse(`The service does not know mysql.${path}; the statement cannot be governed.`);
    const { connection, isPromised } = this.face;
    const table = path === 'query' ? null : String(payload.table).toLowerCase();
    const isAgain = connection !== null && this.shared.transactions.writes(connection, table);
    const signature = signatureOf(path, speech, isPromised);
    const also = !isAsWritten ? null : path === 'query' ? mayDoOf(tokens) : [];
    const mayDo = [...this.shared.operations.values()]
      .filter((one) => also === null || also.includes(one.path))
      .map(({ apiName }) => apiName);
    const way = { kind: 'operation', operation, watch: this.#watch, mayDo, ...(lane && { lane }) } as const;
    // What its own transaction has changed before, no capture could see.
    if (!['rows.update', 'rows.delete'].includes(path) || isAgain) return { ...way, signature, ...(run && { run }) };
    const seeing = new SeeingCall(this.face, speech, run);
    return { ...way, signature: { ...signature, response: () => seeing.report }, run: seeing.runOf(args) };
  }

  /** What is checked is what is sent. */
  #said(args: readonly unknown[], speech: Speech, call: Run['call']): Way | null {
    if (speech === asked && hasRawSql(valuesIn(args))) return UNREADABLE;
    const way = this.statement(args, speech);
    if (way?.kind === 'read') return { ...way, run: { args, call } };
    if (way?.kind !== 'operation' || way.run) return way;
    const isCalledBack = !this.face.isPromised && typeof args.at(-1) === 'function';
    return { ...way, run: { args: isCalledBack ? args.slice(0, -1) : args, call } };
  }

  #wayOf(key: string, call: Run['call']): Way {
    switch (key) {
      case 'query':
        return { kind: 'route', route: (args) => this.#said(copied(args), asked, call) };
      case 'execute':
        return { kind: 'route', route: (args) => this.#said(copied(args), executed, call) };
      case 'connect':
      case 'prepare':
      case 'getConnection':
        return { kind: 'hands', isPromised: this.face.isPromised };
      case 'beginTransaction':
        return { kind: 'route', route: (args) => this.#controls('begin', args) };
      case 'commit':
      case 'rollback':
        return { kind: 'route', route: (args) => this.#controls(key, args) };
      case 'releaseConnection':
        return RELEASES;
      case 'release':
        return { kind: 'end', calls: this.#flights.all };
      case 'changeUser':
        return LEAVES;
      case 'reset':
        return { kind: 'route', route: (args) => this.#controls('rollback', args) };
      case 'end':
      case 'destroy':
      case 'close':
        return { kind: 'route', route: () => this.#ends() };
      default:
        return WRITES;
    }
  }

  readonly #watch: Watch = {
    started: (call) => {
      const { connection } = this.face;
      // The caller is the one who is told how it failed.
      this.#flights.governed.track(call).catch(() => undefined);
      this.#flights.all.track(call).catch((error: unknown) => {
        if (connection && objectOf(error).errno === DEADLOCK)
          this.shared.transactions.undone(connection, 'a deadlock.');
      });
    },
    stays: (value) => (this.face.connection ? this.#stays(this.face.connection, value) : null),
  };

  /** Every answer says whether its connection is in a transaction. */
  #stays(connection: object, value: unknown): Promise<void> | null {
    const headers = [value].flat(2).filter((one) => typeof objectOf(one).serverStatus === 'number');
    const status = Number(objectOf(headers.at(-1)).serverStatus ?? 0);
    if ((status & IN_TRANSACTION) !== 0) return this.shared.transactions.hold(connection);
    this.shared.transactions.committed(connection);
    return null;
  }

  #controls(control: 'begin' | 'commit' | 'rollback' | 'none', args: readonly unknown[]): Way | null {
    const { connection, isPromised } = this.face;
    if (control === 'none') return null;
    if (!connection) return ANY_CONNECTION;
    if (!this.#flights.governed.isIdle) return OVERTAKES;
    if (!isPromised && typeof args.at(-1) !== 'function') return NO_CALLBACK;
    const { transactions } = this.shared;
    let ended: () => void = () => undefined;
    this.#flights.all.track(new Promise<void>((resolve) => (ended = resolve)));
    const after = (error: unknown) => {
      ended();
      if (error) return;
      if (control === 'rollback') transactions.undone(connection, 'its transaction was rolled back.');
      else transactions.committed(connection);
    };
    return { kind: 'hands', isPromised, after };
  }

  #ends(): Way {
    const { connection } = this.face;
    if (!connection) return { kind: 'end' };
    const undone = () =>
      this.shared.transactions.undone(connection, 'its connection ended before the transaction did.');
    void this.#flights.all.idle().then(undone);
    return { kind: 'end', calls: this.#flights.all };
  }
}

/** Wherever values are taken from. */
function valuesIn([first, second]: readonly unknown[]): readonly unknown[] {
  return [objectOf(first).values, second];
}

const IN_TRANSACTION = 1;
const DEADLOCK = 1213;
