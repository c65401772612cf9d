import { type Ending, endingOf } from '#sql/mysql/ending';
import { mayDoOf, ROWS } from '#sql/mysql/may-do';
import { type Names, namesOf } from '#sql/mysql/names';
import { controlOf, isReading } from '#sql/mysql/reading';
import { type Token, tokensInEveryEncoding } from '#sql/mysql/tokens';
import { writtenOf } from '#sql/mysql/written';
import { isListenerMethod, isUniversal } from '../clients/members.js';
import { UngovernedCallError } from '../errors.js';
import type { Locks, Staying } from '../method-client/governed-call.js';
import { InFlight } from '../method-client/in-flight.js';
import { objectOf } from '../method-client/one-parameter.js';
import type { Place, Member as Placed, Run, Watch, Way } from '../method-client/place.js';
import { Lane } from '../wrapping/lane.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import { type ConnectionReports, mayAskBefore, namedBy } from './connection-report.js';
import type { Face } from './face.js';
import { type HeldCall, holdCall } from './held-call.js';
import { OpenStreams } from './open-streams.js';
import type { Proofs } from './proofs.js';
import { SeeingCall } from './seeing-call.js';
import type { ServerReading } from './server-reading.js';
import { copied } from './statement/copied.js';
import { givenTexts } from './statement/given-texts.js';
import {
  asked,
  executed,
  freeOf,
  hasRawSql,
  operationOf,
  type Said,
  type Speech,
  signatureOf,
} from './statement/statement-call.js';
import type { Transactions } from './transactions.js';

interface Flights {
  readonly all: InFlight;
  /** The lane of a connection, which runs one statement after another; a pool has none. */
  readonly lane: Lane | null;
  /** The outcomes of a connection's calls are reported one after another. */
  readonly told: Lane;
  readonly streams: OpenStreams;
}

export interface Shared {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly transactions: Transactions;
  /** The flights of each connection or pool, for its promise and its callback object alike. */
  readonly flights: WeakMap<object, Flights>;
  readonly reading: ServerReading;
  readonly proofs: Proofs;
  readonly reports: ConnectionReports;
}

/** A method of a pool or a connection. */
interface Member {
  readonly owner: object;
  readonly method: (...args: unknown[]) => unknown;
}

/** The ways to send a statement. */
export interface Sending {
  readonly read: Run;
  readonly write: Run;
  /** Runs on the same connection, if the statement is not sent by `query` or `execute`. */
  readonly instead?: Run;
  /** In callback style: makes the call now, and sends it later. */
  hold(): HeldCall;
}

type Callback = (error: unknown) => void;

interface Statement {
  readonly args: readonly unknown[];
  readonly speech: Speech;
  readonly said: Said;
  readonly tokens: readonly Token[] | null;
  /** It seems to be a read. */
  readonly isReading: boolean;
  /** The names to look up in the catalogue, of a statement that seems to be a read, or of a write of rows. */
  readonly names: Names | null;
  readonly sending: Sending;
}

const SENT: Way = { kind: 'instead', call: () => undefined };
const refuse = (reason: string): Way => ({ kind: 'refuse', reason });
const NO_CALLBACK = refuse(
  'Without a callback it is not known when the statement has run; give one, or use promise().',
);
const ANY_CONNECTION = refuse('A pool takes any connection; begin and end transactions on one of getConnection().');
const UNREADABLE = refuse('The statement is not a text with values: what raw() puts into it cannot be governed.');
const UNCLEAR = refuse(
  'The statement would end part of a transaction, commit in two phases, or leave the database that is governed; use COMMIT or ROLLBACK alone, and name tables as database.table.',
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
    const { connection, core } = face;
    this.#flights = shared.flights.get(core) ?? {
      all: new InFlight(),
      lane: connection && new Lane(),
      told: new Lane(),
      streams: new OpenStreams(),
    };
    shared.flights.set(core, this.#flights);
  }

  member(key: PropertyKey, value: unknown, target: object): Placed | undefined {
    if (typeof key !== 'string' || typeof value !== 'function') return undefined;
    if (isListenerMethod(key, value)) return { way: { kind: 'listener' } };
    if (isUniversal(key, value) || PASSING.has(key) || /^[A-Z]/.test(key)) return undefined;
    return { way: this.#wayOf(key, { owner: target, method: value as Member['method'] }) };
  }

  /** A query object whose streams end with the connection. */
  noted(query: unknown): unknown {
    return this.#flights.streams.note(query);
  }

  statement(args: readonly unknown[], speech: Speech, sending: Sending): Way | null {
    const said = speech.said(args);
    const isCalledBack = typeof args.at(-1) === 'function';
    const { isPromised } = this.face;
    // A promised object itself throws at a callback in this place.
    if (isPromised && typeof args[1] === 'function') return null;
    if (!said) return UNREADABLE;
    const tokens = tokensInEveryEncoding(said.sql);
    const control = controlOf(tokens);
    if (control === 'unclear') return UNCLEAR;
    if (control === 'none') return this.#flights.lane?.busy ? this.#later(sending, async () => sentBy(sending)) : null;
    if (control !== null) return this.#controls(control, args);
    const isRead = isReading(tokens);
    if (!isRead && !isPromised && !isCalledBack) return NO_CALLBACK;
    const given = () => (speech === asked ? givenTexts(said.values) : []);
    const writes = !isRead && mayDoOf(tokens) !== null;
    const names = tokens && (isRead ? namesOf(tokens, given) : writes ? writtenOf(tokens, given) : null);
    const statement = { args, speech, said, tokens, isReading: isRead, names, sending };
    const { lane } = this.#flights;
    const way = lane?.busy ? null : this.#known(statement);
    const find = () => this.#asked(statement);
    if (!way)
      return isRead || isPromised ? this.#later(sending, find) : this.#laterWrite(find, args.at(-1) as Callback);
    return way.kind === 'operation' && lane ? { ...way, lane } : way;
  }

  /** Returns the rule for a statement, as far as it is known; null if the server has to be asked first. */
  #known(statement: Statement): Way | null {
    const { names } = statement;
    const { reading, proofs } = this.shared;
    const isAsWritten = reading.isAsWritten(statement, this.face.core, this.face.connection === null);
    if (isAsWritten === null || (isAsWritten && names !== null && !proofs.has(names))) return null;
    return this.#judged(statement, isAsWritten, isAsWritten && names !== null);
  }

  /** Finds the rule for the statement after all earlier calls. */
  #later(sending: Sending, find: () => Promise<Way>): Way {
    const held = this.face.isPromised ? null : sending.hold();
    const way = async (): Promise<Way> => {
      if (!held) return find();
      try {
        const found = await find();
        if (found.kind === 'operation') return found;
        if (found.kind === 'refuse') throw new UngovernedCallError(found.reason);
        const run = { args: sending.read.args, call: () => this.#sent(held) };
        return found.kind === 'read' ? { ...found, run } : { kind: 'instead', call: run.call };
      } catch (error) {
        held.fail(error);
        return SENT;
      }
    };
    return { kind: 'later', way, ...this.#tracked(), ...(held && { answer: { value: held.value } }) };
  }

  /** Handles a write in callback style: it returns a promise, as it does when the rule is known immediately. */
  #laterWrite(find: () => Promise<Way>, callback: Callback): Way {
    const way = async (): Promise<Way> => {
      try {
        const found = await find();
        if (found.kind === 'refuse') throw new UngovernedCallError(found.reason);
        return found;
      } catch (error) {
        process.nextTick(callback, error);
        throw error;
      }
    };
    return { kind: 'later', way, ...this.#tracked() };
  }

  #tracked(): Pick<Way & { kind: 'later' }, 'started' | 'lane'> {
    const { all, lane } = this.#flights;
    const started = (call: Promise<unknown>) => void all.track(call).catch(() => undefined);
    return { started, ...(lane && { lane }) };
  }

  #sent(held: HeldCall): unknown {
    held.send();
    return held.value;
  }

  async #asked(statement: Statement): Promise<Way> {
    const { names } = statement;
    const { reading, proofs } = this.shared;
    const on = this.face.promised();
    const isPool = this.face.connection === null;
    const isAsWritten = () => reading.isAsWritten(statement, this.face.core, isPool);
    if (isAsWritten() === null) await reading.ask(this.face.core, on);
    const isHere = isAsWritten() === true;
    if (!isHere || names === null) return this.#judged(statement, isHere, false);
    const proving = proofs.prove(names, on, this.face.core);
    // The write itself reports how a connection has failed.
    return this.#judged(statement, isHere, await (statement.isReading ? proving : proving.catch(() => false)));
  }

  /** @param isProved true if its names do no more than its text says */
  #judged(statement: Statement, isAsWritten: boolean, isProved: boolean): Way {
    const { args, speech, said, tokens, sending } = statement;
    const { connection, isPromised } = this.face;
    if (statement.isReading && isProved) return { kind: 'read', path: 'query', run: sending.read };
    if (!isPromised && typeof args.at(-1) !== 'function') return NO_CALLBACK;
    const { path, payload } = isAsWritten ? operationOf(said) : freeOf(said);
    const operation = this.shared.operations.get(path);
    if (!operation) return refuse(`The service does not know mysql.${path}; the statement cannot be governed.`);
    const also = !isAsWritten ? null : path === 'query' ? mayDoOf(tokens) : [];
    const changes = () => {
      this.shared.reading.note(tokens);
      this.shared.reports.note(said.sql);
      if (also === null) this.shared.proofs.forget();
    };
    changes();
    const table = path === 'query' ? null : String(payload.table).toLowerCase();
    const isAgain = connection !== null && this.shared.transactions.writes(connection, table);
    const signature = signatureOf(path, speech, isPromised);
    const done = also === null || isProved ? also : ROWS;
    const mayDo = [...this.shared.operations.values()]
      .filter((one) => done === null || done.includes(one.path))
      .map(({ apiName }) => apiName);
    const named = namedBy(payload.table, tokens);
    const isPool = connection === null;
    const mayAsk = mayAskBefore(said.sql);
    const told = async () =>
      mayAsk ? this.shared.reports.of(named, this.face.promised(), this.face.core, isPool) : null;
    const way = {
      kind: 'operation',
      operation,
      watch: this.#watch(said.sql, changes),
      mayDo,
      connection: told,
      ...(connection !== null && { locks: this.#locks(connection) }),
    } as const;
    const run = sending.instead ?? sending.write;
    // No capture could see the changes that its own transaction made before.
    if (!['rows.update', 'rows.delete'].includes(path) || isAgain) return { ...way, signature, run };
    const seeing = new SeeingCall(this.face, speech, sending.instead);
    return { ...way, signature: { ...signature, response: () => seeing.report }, run: seeing.runOf(args) };
  }

  #locks(connection: object): Locks {
    const { transactions } = this.shared;
    return {
      areHeld: () => transactions.isOpen(connection),
      // After a ROLLBACK alone the program's next statements would run, and be committed, outside of a transaction.
      release: () => {
        transactions.undone(connection, 'a call of its transaction was not approved in time.');
        (connection as { destroy?(): void }).destroy?.();
      },
    };
  }

  /** The arguments are copied, so that the checked statement is the one that is sent. */
  #said(given: readonly unknown[], speech: Speech, { owner, method }: Member): Way | null {
    const args = copied(given);
    if (speech === asked && hasRawSql(valuesIn(args))) return UNREADABLE;
    const callback = args.at(-1);
    const isCalledBack = !this.face.isPromised && typeof callback === 'function';
    const call: Run['call'] = (...sent) => Reflect.apply(method, owner, sent);
    const read: Run['call'] = (...sent) => this.#watched(call, sent);
    const hold = () => holdCall(owner, (holding) => this.noted(Reflect.apply(method, holding, args)), callback);
    const write = { args: isCalledBack ? args.slice(0, -1) : args, call };
    return this.statement(args, speech, { read: { args, call: read }, write, hold });
  }

  /** The statement is known from its preparation. */
  #prepares(given: readonly unknown[]): Way {
    const args = copied(given);
    if (!executed.said(args)) return UNREADABLE;
    return { ...this.inOrder(), args };
  }

  /** Returns the rule for a call that is not asked for, and runs after the earlier calls. */
  inOrder(): Way & { kind: 'asyncFactory' } {
    const { lane } = this.#flights;
    return { kind: 'asyncFactory', isPromised: this.face.isPromised, ...(lane && { lane }) };
  }

  #wayOf(key: string, method: Member): Way {
    switch (key) {
      case 'query':
        return { kind: 'route', route: (args) => this.#said(args, asked, method) };
      case 'execute':
        return { kind: 'route', route: (args) => this.#said(args, executed, method) };
      case 'prepare':
        return { kind: 'route', route: (args) => this.#prepares(args) };
      case 'connect':
      case 'getConnection':
        return { kind: 'asyncFactory', isPromised: this.face.isPromised };
      case 'beginTransaction':
        return { kind: 'route', route: (args) => this.#controls('begin', args) };
      case 'commit':
      case 'rollback':
        return { kind: 'route', route: (args) => this.#controls(key, args) };
      case 'releaseConnection':
        return RELEASES;
      case 'release':
        return { kind: 'route', route: () => this.#leaves() };
      case 'changeUser':
        return LEAVES;
      case 'reset':
        return { kind: 'route', route: (args) => this.#controls('rollback', args) };
      case 'end':
      case 'close':
        return { kind: 'route', route: () => this.#ends() };
      case 'destroy':
        return {
          kind: 'route',
          route: () => {
            this.#flights.streams.endAll();
            return this.#ends();
          },
        };
      default:
        return WRITES;
    }
  }

  /** @param changes called when the call has ended */
  #watch(sql: string, changes: () => void): Watch {
    const { connection } = this.face;
    const failed = (error: unknown) => this.#failed(endingOf(sql), error);
    return {
      // The caller gets the error.
      started: (call) => void this.#flights.all.track(call).catch(failed).then(changes),
      stays: (value) => (connection ? this.#stays(connection, value, endingOf(sql)) : null),
    };
  }

  /** A read that fails may end the transaction, too. */
  #watched(call: Run['call'], args: readonly unknown[]): unknown {
    const failed = (error: unknown) => this.#failed('none', error);
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      const value = call(...args);
      if (!this.face.isPromised) return this.noted(value);
      void (value as Promise<unknown>).catch(failed);
      return value;
    }
    return call(...args.slice(0, -1), (error: unknown, ...answer: unknown[]) => {
      if (error) failed(error);
      callback(error, ...answer);
    });
  }

  /** Notes whether an error of a statement also ended the transaction that it ran in. */
  #failed(ending: Ending, error: unknown): void {
    const { connection } = this.face;
    const { errno, fatal } = objectOf(error);
    if (!connection || (errno === undefined && fatal === undefined)) return;
    const { transactions } = this.shared;
    const isAny = ending === 'any' || ending === 'several';
    if (ending !== 'none') transactions.doubt(connection, 'committed');
    if (fatal === true) transactions.undone(connection, 'its connection was lost before the transaction ended.');
    else if (errno === DEADLOCK) transactions.undone(connection, 'a deadlock.');
    else if (MAY_ROLL_BACK.includes(Number(errno)) || isAny) transactions.doubt(connection, 'undone');
  }

  /** Every answer says whether its connection is in a transaction. */
  #stays(connection: object, value: unknown, ending: Ending): Staying {
    const headers = [value].flat(2).filter((one) => typeof objectOf(one).serverStatus === 'number');
    const status = Number(objectOf(headers.at(-1)).serverStatus ?? 0);
    const { told } = this.#flights;
    const { transactions } = this.shared;
    if ((status & IN_TRANSACTION) !== 0) {
      // After several statements, or without autocommit, it may be another transaction, which began since.
      if (ending === 'several') transactions.forget(connection);
      else if ((status & AUTOCOMMIT) !== 0) transactions.goesOn(connection);
      return { ended: transactions.hold(connection), told };
    }
    if (ending === 'commits') transactions.committed(connection);
    else transactions.isOver(connection);
    return { ended: null, told };
  }

  #controls(control: 'begin' | 'commit' | 'rollback', args: readonly unknown[]): Way | null {
    const { connection, isPromised } = this.face;
    if (!connection) return ANY_CONNECTION;
    if (!isPromised && typeof args.at(-1) !== 'function') return NO_CALLBACK;
    const { transactions } = this.shared;
    let ended: () => void = () => undefined;
    this.#flights.all.track(new Promise<void>((resolve) => (ended = resolve)));
    const { lane, told } = this.#flights;
    // A later call takes effect later, so it is reported later, on any connection.
    const after = async (error: unknown, answer: unknown) => {
      if (error) this.#notEnded(control, error);
      else if (control !== 'rollback') transactions.committed(connection);
      else if (warningsIn(answer) > 0) transactions.forget(connection);
      else transactions.undone(connection, 'its transaction was rolled back.');
      await told.run(async () => undefined).finally(ended);
    };
    return { kind: 'asyncFactory', isPromised, after, ...(lane && { lane }) };
  }

  /** Handles the failure of a statement that ends a transaction. */
  #notEnded(control: 'begin' | 'commit' | 'rollback', error: unknown): void {
    const { connection } = this.face;
    if (!connection) return;
    const { errno, fatal } = objectOf(error);
    // No COMMIT was sent, and a lost connection loses its transaction.
    const isGone = (control === 'rollback' && fatal === true) || (control === 'commit' && errno === DEADLOCK);
    if (isGone) this.shared.transactions.undone(connection, 'its transaction was rolled back.');
    else this.shared.transactions.forget(connection);
  }

  #leaves(): Way {
    const { all, streams } = this.#flights;
    streams.endUnread();
    return { kind: 'close', calls: all };
  }

  #ends(): Way {
    const { connection } = this.face;
    this.#flights.streams.endUnread();
    if (!connection) return { kind: 'close' };
    const undone = () =>
      this.shared.transactions.undone(connection, 'its connection ended before the transaction did.');
    void this.#flights.all.idle().then(undone);
    return { kind: 'close', calls: this.#flights.all };
  }
}

/** Returns the rule for a call that passes unchanged. */
const sentBy = ({ read }: Sending): Way => ({ kind: 'instead', call: () => read.call(...read.args) });

/** Wherever values are taken from. */
function valuesIn([first, second]: readonly unknown[]): readonly unknown[] {
  return [objectOf(first).values, second];
}

/** A ROLLBACK warns where it could not take everything back: tables without transactions. */
function warningsIn(answer: unknown): number {
  const [header] = [answer].flat();
  return Number(objectOf(header).warningStatus ?? 0);
}

const IN_TRANSACTION = 1;
const AUTOCOMMIT = 2;
const DEADLOCK = 1213;
/**
 * Codes for a lock that took too long, and for a row that has changed since the snapshot: the server's settings decide
 * which part is rolled back.
 */
const MAY_ROLL_BACK = [1205, 1020];
