import { type Ending, endingOf } from '#sql/mysql/ending';
import { mayDoOf, ROWS } from '#sql/mysql/may-do';
import { type Names, namesOf } from '#sql/mysql/names';
import { controlOf, isReading } from '#sql/mysql/reading';
import { type Token, tokensInEveryEncoding } from '#sql/mysql/tokens';
import { writtenOf } from '#sql/mysql/written';
import { UngovernedCallError } from '../../errors.js';
import { Departure } from '../../method-client/departure.js';
import type { Locks, Staying } from '../../method-client/governed-call.js';
import { InFlight } from '../../method-client/in-flight.js';
import type {
  CallRule,
  Interceptor,
  InterceptedMember as Placed,
  Run,
  Watch,
} from '../../method-client/interceptor.js';
import { objectOf } from '../../method-client/one-parameter.js';
import { Lane } from '../../wrapping/lane.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { isListenerMethod, isUniversal } from '../members.js';
import { CapturingCall } from './capturing-call.js';
import type { ConnectionAdapter } from './connection-adapter.js';
import { type ConnectionReports, mayAskBefore, namedBy } from './connection-report.js';
import { type HeldCall, holdCall } from './held-call.js';
import { OpenStreams } from './open-streams.js';
import type { Proofs } from './proofs.js';
import type { ServerReading } from './server-reading.js';
import { copied } from './statement/copied.js';
import { givenTexts } from './statement/given-texts.js';
import {
  asked,
  executed,
  freeOf,
  hasRawSql,
  operationOf,
  type ParsedCall,
  type StatementProtocol,
  signatureOf,
} from './statement/statement-call.js';
import type { Transactions } from './transactions.js';

interface Flights {
  readonly all: InFlight;
  /** The lane of a connection, which runs one statement after another; a pool has none. */
  readonly lane: Lane | null;
  /** The outcomes of a connection's calls are reported one after another. */
  readonly reports: Lane;
  readonly streams: OpenStreams;
  readonly departure: Departure;
}

export interface Shared {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly transactions: Transactions;
  /** The flights of each connection or pool, for its promise and its callback object alike. */
  readonly flights: WeakMap<object, Flights>;
  readonly reading: ServerReading;
  readonly proofs: Proofs;
  readonly reports: ConnectionReports;
  readonly holdLocksMs: number;
}

/** A method of a pool or a connection. */
interface Member {
  readonly owner: object;
  readonly method: (...args: unknown[]) => unknown;
}

/** The ways to send a statement. */
export interface Sender {
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
  readonly protocol: StatementProtocol;
  readonly parsed: ParsedCall;
  readonly tokens: readonly Token[] | null;
  /** It seems to be a read. */
  readonly isReading: boolean;
  /** The names to look up in the catalogue, of a statement that seems to be a read, or of a write of rows. */
  readonly names: Names | null;
  readonly sender: Sender;
}

const SENT: CallRule = { kind: 'instead', call: () => undefined };
const refuse = (reason: string): CallRule => ({ kind: 'refuse', reason });
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
export class ConnectionInterceptor implements Interceptor {
  readonly #flights: Flights;

  constructor(
    private readonly adapter: ConnectionAdapter,
    private readonly shared: Shared,
  ) {
    const { connection, core } = adapter;
    this.#flights = shared.flights.get(core) ?? {
      all: new InFlight(),
      lane: connection && new Lane(),
      reports: new Lane(),
      streams: new OpenStreams(),
      departure: new Departure(shared.holdLocksMs),
    };
    shared.flights.set(core, this.#flights);
  }

  member(key: PropertyKey, value: unknown, target: object): Placed | undefined {
    if (typeof key !== 'string' || typeof value !== 'function') return undefined;
    if (isListenerMethod(key, value)) return { rule: { kind: 'listener' } };
    if (isUniversal(key, value) || PASSING.has(key) || /^[A-Z]/.test(key)) return undefined;
    return { rule: this.#ruleOf(key, { owner: target, method: value as Member['method'] }) };
  }

  /** A query object whose streams end with the connection. */
  noted(query: unknown): unknown {
    return this.#flights.streams.note(query);
  }

  statement(args: readonly unknown[], protocol: StatementProtocol, sender: Sender): CallRule | null {
    const parsed = protocol.parse(args);
    const isCalledBack = typeof args.at(-1) === 'function';
    const { isPromised } = this.adapter;
    // A promised object itself throws at a callback in this place.
    if (isPromised && typeof args[1] === 'function') return null;
    if (!parsed) return UNREADABLE;
    const tokens = tokensInEveryEncoding(parsed.sql);
    const control = controlOf(tokens);
    if (control === 'unclear') return UNCLEAR;
    if (control === 'none') return this.#flights.lane?.busy ? this.#later(sender, async () => sentBy(sender)) : null;
    if (control !== null) return this.#controls(control, args);
    const isRead = isReading(tokens);
    if (!isRead && !isPromised && !isCalledBack) return NO_CALLBACK;
    const given = () => (protocol === asked ? givenTexts(parsed.values) : []);
    const writes = !isRead && mayDoOf(tokens) !== null;
    const names = tokens && (isRead ? namesOf(tokens, given) : writes ? writtenOf(tokens, given) : null);
    const statement = { args, protocol, parsed, tokens, isReading: isRead, names, sender };
    const { lane } = this.#flights;
    const rule = lane?.busy ? null : this.#known(statement);
    const find = () => this.#asked(statement);
    if (!rule)
      return isRead || isPromised ? this.#later(sender, find) : this.#laterWrite(find, args.at(-1) as Callback);
    return rule.kind === 'operation' && lane ? { ...rule, lane } : rule;
  }

  /** Returns the rule for a statement, as far as it is known; null if the server has to be asked first. */
  #known(statement: Statement): CallRule | null {
    const { names } = statement;
    const { reading, proofs } = this.shared;
    const isAsWritten = reading.isAsWritten(statement, this.adapter.core, this.adapter.connection === null);
    if (isAsWritten === null || (isAsWritten && names !== null && !proofs.has(names))) return null;
    return this.#judged(statement, isAsWritten, isAsWritten && names !== null);
  }

  /** Finds the rule for the statement after all earlier calls. */
  #later(sender: Sender, find: () => Promise<CallRule>): CallRule {
    const held = this.adapter.isPromised ? null : sender.hold();
    const rule = async (): Promise<CallRule> => {
      if (!held) return find();
      try {
        const found = await find();
        if (found.kind === 'operation') return found;
        if (found.kind === 'refuse') throw new UngovernedCallError(found.reason);
        const run = { args: sender.read.args, call: () => this.#sent(held) };
        return found.kind === 'read' ? { ...found, run } : { kind: 'instead', call: run.call };
      } catch (error) {
        held.fail(error);
        return SENT;
      }
    };
    return { kind: 'later', rule, ...this.#tracked(), ...(held && { answer: { value: held.value } }) };
  }

  /** Handles a write in callback style: it returns a promise, as it does when the rule is known immediately. */
  #laterWrite(find: () => Promise<CallRule>, callback: Callback): CallRule {
    const rule = async (): Promise<CallRule> => {
      try {
        const found = await find();
        if (found.kind === 'refuse') throw new UngovernedCallError(found.reason);
        return found;
      } catch (error) {
        process.nextTick(callback, error);
        throw error;
      }
    };
    return { kind: 'later', rule, ...this.#tracked() };
  }

  #tracked(): Pick<CallRule & { kind: 'later' }, 'started' | 'lane'> {
    const { all, lane } = this.#flights;
    const started = (call: Promise<unknown>) => void all.track(call).catch(() => undefined);
    return { started, ...(lane && { lane }) };
  }

  #sent(held: HeldCall): unknown {
    held.send();
    return held.value;
  }

  async #asked(statement: Statement): Promise<CallRule> {
    const { names } = statement;
    const { reading, proofs } = this.shared;
    const on = this.adapter.promised();
    const isPool = this.adapter.connection === null;
    const isAsWritten = () => reading.isAsWritten(statement, this.adapter.core, isPool);
    if (isAsWritten() === null) await reading.ask(this.adapter.core, on);
    const isHere = isAsWritten() === true;
    if (!isHere || names === null) return this.#judged(statement, isHere, false);
    const proving = proofs.prove(names, on, this.adapter.core);
    // The write itself reports how a connection has failed.
    return this.#judged(statement, isHere, await (statement.isReading ? proving : proving.catch(() => false)));
  }

  /** @param isProved true if its names do no more than its text says */
  #judged(statement: Statement, isAsWritten: boolean, isProved: boolean): CallRule {
    const { args, protocol, parsed, tokens, sender } = statement;
    const { connection, isPromised } = this.adapter;
    if (statement.isReading && isProved) return { kind: 'read', path: 'query', run: sender.read };
    if (!isPromised && typeof args.at(-1) !== 'function') return NO_CALLBACK;
    const { path, payload } = isAsWritten ? operationOf(parsed) : freeOf(parsed);
    const operation = this.shared.operations.get(path);
    if (!operation) return refuse(`The service does not know mysql.${path}; the statement cannot be governed.`);
    const also = !isAsWritten ? null : path === 'query' ? mayDoOf(tokens) : [];
    const changes = () => {
      this.shared.reading.note(tokens);
      this.shared.reports.note(parsed.sql);
      if (also === null) this.shared.proofs.forget();
    };
    changes();
    const table = path === 'query' ? null : String(payload.table).toLowerCase();
    const isAgain = connection !== null && this.shared.transactions.writes(connection, table);
    const signature = signatureOf(path, protocol, isPromised);
    const done = also === null || isProved ? also : ROWS;
    const mayDo = [...this.shared.operations.values()]
      .filter((one) => done === null || done.includes(one.path))
      .map(({ apiName }) => apiName);
    const named = namedBy(payload.table, tokens);
    const isPool = connection === null;
    const mayAsk = mayAskBefore(parsed.sql);
    const reports = async () =>
      mayAsk ? this.shared.reports.of(named, this.adapter.promised(), this.adapter.core, isPool) : null;
    const rule = {
      kind: 'operation',
      operation,
      watch: this.#watch(parsed.sql, changes, () => this.shared.reports.isLasting(named, this.adapter.core)),
      mayDo,
      connection: reports,
      signal: this.#flights.departure.signal,
      ...(connection !== null && { locks: this.#locks(connection) }),
    } as const;
    const run = sender.instead ?? sender.write;
    // No capture could see the changes that its own transaction made before.
    if (!['rows.update', 'rows.delete'].includes(path) || isAgain) return { ...rule, signature, run };
    const capturing = new CapturingCall(this.adapter, protocol, sender.instead);
    return { ...rule, signature: { ...signature, response: () => capturing.report }, run: capturing.runOf(args) };
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
  #parsed(given: readonly unknown[], protocol: StatementProtocol, { owner, method }: Member): CallRule | null {
    const args = copied(given);
    if (protocol === asked && hasRawSql(valuesIn(args))) return UNREADABLE;
    const callback = args.at(-1);
    const isCalledBack = !this.adapter.isPromised && typeof callback === 'function';
    const call: Run['call'] = (...sent) => Reflect.apply(method, owner, sent);
    const read: Run['call'] = (...sent) => this.#watched(call, sent);
    const hold = () => holdCall(owner, (holding) => this.noted(Reflect.apply(method, holding, args)), callback);
    const write = { args: isCalledBack ? args.slice(0, -1) : args, call };
    return this.statement(args, protocol, { read: { args, call: read }, write, hold });
  }

  /** The statement is known from its preparation. */
  #prepares(given: readonly unknown[]): CallRule {
    const args = copied(given);
    if (!executed.parse(args)) return UNREADABLE;
    return { ...this.inOrder(), args };
  }

  /** Returns the rule for a call that is not asked for, and runs after the earlier calls. */
  inOrder(): CallRule & { kind: 'asyncFactory' } {
    const { lane } = this.#flights;
    return { kind: 'asyncFactory', isPromised: this.adapter.isPromised, ...(lane && { lane }) };
  }

  #ruleOf(key: string, method: Member): CallRule {
    switch (key) {
      case 'query':
        return { kind: 'route', route: (args) => this.#parsed(args, asked, method) };
      case 'execute':
        return { kind: 'route', route: (args) => this.#parsed(args, executed, method) };
      case 'prepare':
        return { kind: 'route', route: (args) => this.#prepares(args) };
      case 'connect':
      case 'getConnection':
        return { kind: 'asyncFactory', isPromised: this.adapter.isPromised };
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
            // mysql2 gives the same error to a statement that comes later.
            this.#flights.departure.destroy(new Error("Can't add new command when connection is in closed state"));
            return this.#ends();
          },
        };
      default:
        return WRITES;
    }
  }

  /**
   * @param changes called when the call has ended
   * @param isLasting tells whether its effect stays when its transaction is rolled back
   */
  #watch(sql: string, changes: () => void, isLasting: () => boolean): Watch {
    const { connection } = this.adapter;
    const failed = (error: unknown) => this.#failed(endingOf(sql), error);
    return {
      // The caller gets the error.
      started: (call) => void this.#flights.all.track(call).catch(failed).then(changes),
      stays: (value) => (connection ? this.#stays(connection, value, endingOf(sql), isLasting()) : null),
    };
  }

  /** A read that fails may end the transaction, too. */
  #watched(call: Run['call'], args: readonly unknown[]): unknown {
    const failed = (error: unknown) => this.#failed('none', error);
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      const value = call(...args);
      if (!this.adapter.isPromised) return this.noted(value);
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
    const { connection } = this.adapter;
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
  #stays(connection: object, value: unknown, ending: Ending, isLasting: boolean): Staying {
    const headers = [value].flat(2).filter((one) => typeof objectOf(one).serverStatus === 'number');
    const status = Number(objectOf(headers.at(-1)).serverStatus ?? 0);
    const { reports } = this.#flights;
    const { transactions } = this.shared;
    if ((status & IN_TRANSACTION) !== 0) {
      // After several statements, or without autocommit, it may be another transaction, which began since.
      if (ending === 'several') transactions.forget(connection);
      else if ((status & AUTOCOMMIT) !== 0) transactions.goesOn(connection);
      return { ended: isLasting ? Promise.resolve() : transactions.hold(connection), reports };
    }
    if (ending === 'commits') transactions.committed(connection);
    else transactions.isOver(connection);
    return { ended: null, reports };
  }

  #controls(control: 'begin' | 'commit' | 'rollback', args: readonly unknown[]): CallRule | null {
    const { connection, isPromised } = this.adapter;
    if (!connection) return ANY_CONNECTION;
    if (!isPromised && typeof args.at(-1) !== 'function') return NO_CALLBACK;
    const { transactions } = this.shared;
    let ended: () => void = () => undefined;
    this.#flights.all.track(new Promise<void>((resolve) => (ended = resolve)));
    const { lane, reports } = this.#flights;
    // A later call takes effect later, so it is reported later, on any connection.
    const after = async (error: unknown, answer: unknown) => {
      if (error) this.#notEnded(control, error);
      else if (control !== 'rollback') transactions.committed(connection);
      else if (warningsIn(answer) > 0) transactions.forget(connection);
      else transactions.undone(connection, 'its transaction was rolled back.');
      await reports.run(async () => undefined).finally(ended);
    };
    return { kind: 'asyncFactory', isPromised, after, ...(lane && { lane }) };
  }

  /** Handles the failure of a statement that ends a transaction. */
  #notEnded(control: 'begin' | 'commit' | 'rollback', error: unknown): void {
    const { connection } = this.adapter;
    if (!connection) return;
    const { errno, fatal } = objectOf(error);
    // No COMMIT was sent, and a lost connection loses its transaction.
    const isGone = (control === 'rollback' && fatal === true) || (control === 'commit' && errno === DEADLOCK);
    if (isGone) this.shared.transactions.undone(connection, 'its transaction was rolled back.');
    else this.shared.transactions.forget(connection);
  }

  #leaves(): CallRule {
    const { all, streams } = this.#flights;
    streams.endUnread();
    this.#departs();
    return { kind: 'close', calls: all };
  }

  /** The connection goes back to its pool, or ends, when its calls have ended. */
  #departs(): void {
    const { all, departure } = this.#flights;
    if (!all.isIdle) departure.leave(all.idle());
  }

  #ends(): CallRule {
    const { connection } = this.adapter;
    this.#flights.streams.endUnread();
    if (!connection) return { kind: 'close' };
    const undone = () =>
      this.shared.transactions.undone(connection, 'its connection ended before the transaction did.');
    void this.#flights.all.idle().then(undone);
    this.#departs();
    return { kind: 'close', calls: this.#flights.all };
  }
}

/** Returns the rule for a call that passes unchanged. */
const sentBy = ({ read }: Sender): CallRule => ({ kind: 'instead', call: () => read.call(...read.args) });

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
