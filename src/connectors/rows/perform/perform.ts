import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Capture,
  type ConnectorContext,
  type JsonObject,
  type OpenTransport,
  type Performed,
  ProviderUnavailableError,
} from '../../connector.js';
import { transportOf } from '../../transport/transport-of.js';
import { NotCapturable } from '../call/payload.js';
import type { Dialect } from '../dialect.js';
import type { Connection, Session } from '../table/session.js';
import { type Address, codeOf, explain, messageOf } from '../table/trouble.js';

const TRIES = 8;
const LONGEST_PAUSE_MS = 50;

/** Tells the errors of a database that matter to a performed call. */
export interface CallErrors {
  /** Another client changed what the call was about to change: it begins again, and sees what is there now. */
  isOvertaken(error: unknown): boolean;
  /** It ran too long, or waited too long for a lock, and would do so again. */
  isTooLong(error: unknown): boolean;
}

type Reads = Pick<Connection, 'rows' | 'run' | 'close'>;

interface Work<T extends Reads> {
  /**
   * Makes a read; its answer is null when the call turns out to be no read. The member is null when the call is known to
   * be no read.
   */
  readonly look: ((connection: T, session: Session) => Promise<Performed | null>) | null;
  /** The call in a transaction of its own. */
  call(connection: T, session: Session): Promise<Performed>;
}

/** Makes a call of a database; each attempt has a connection of its own. @throws ProviderUnavailableError */
export async function performWith<T extends Reads, A extends Address>(
  dialect: Pick<Dialect<never, A>, 'errors' | 'parseTarget'> & { readonly transport: OpenTransport<T> },
  errors: CallErrors,
  context: ConnectorContext,
  workOf: () => Promise<Work<T>>,
): Promise<Performed> {
  const target = dialect.parseTarget(context.credentials.connectionString);
  const within = <R>(work: (connection: T, session: Session) => Promise<R>) =>
    onConnection(dialect.transport, target, context, work);
  try {
    const { look, call } = await workOf();
    const read = look ? await within(look) : null;
    if (read !== null) return read;
    for (let attempt = 1; ; attempt++) {
      try {
        return await within(call);
      } catch (error) {
        if (!errors.isOvertaken(error) || attempt === TRIES) throw error;
        // Two calls that blocked each other would do so again without a random pause.
        await sleep(Math.random() * LONGEST_PAUSE_MS * attempt);
      }
    }
  } catch (error) {
    if (error instanceof NotCapturable) return refused(error.message);
    if (error instanceof ProviderUnavailableError) throw error;
    const refusal = refusalOf(dialect, errors, error);
    if (refusal !== null) return { outcome: 'refused', refusal };
    const trouble = explain(dialect.errors, error, target);
    if (trouble.kind === 'refused') return refused(trouble.sentence);
    // Nothing was committed: COMMIT is sent last, and an unknown result of COMMIT has an error of its own.
    throw new ProviderUnavailableError(trouble.sentence, null, 'unsent');
  }
}

async function onConnection<T extends Reads, R>(
  open: OpenTransport<T>,
  { host, port }: Address,
  context: ConnectorContext,
  work: (connection: T, session: Session) => Promise<R>,
): Promise<R> {
  const connection = await transportOf(open, context);
  try {
    return await work(connection, {
      address: `${host}:${port}`,
      rows: (...asked) => connection.rows(...asked),
      run: (...asked) => connection.run(...asked),
    });
  } finally {
    await connection.close();
  }
}

/** COMMIT, after which a lost answer leaves open what became of the call. */
export async function commit(dialect: Pick<Dialect<never>, 'errors'>, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isAnswered(dialect, error)) throw error;
    throw new ProviderUnavailableError('the answer to COMMIT was lost', null, 'open');
  }
}

export function isAnswered({ errors }: Pick<Dialect<never>, 'errors'>, error: unknown): boolean {
  const answer = errors.answer(error);
  return answer !== null && !answer.isTransient;
}

/** Returns the reason why nothing was captured. @throws every error that does not leave the transaction as it is */
export function uncaptured(
  dialect: Pick<Dialect<never>, 'errors'>,
  { isOvertaken }: CallErrors,
  error: unknown,
): Capture {
  if (error instanceof NotCapturable) return { captured: false, reason: error.message };
  const answer = dialect.errors.answer(error);
  if (answer === null || isOvertaken(error)) throw error;
  return { captured: false, reason: `the state could not be read (${answer.code})` };
}

const refused = (message: string): Performed => ({ outcome: 'refused', refusal: { message } });

/** The words of the database, as its client gives them; null where it did not refuse the statement. */
function refusalOf(
  dialect: Pick<Dialect<never>, 'errors'>,
  { isTooLong }: CallErrors,
  error: unknown,
): (JsonObject & { message: string }) | null {
  const answer = dialect.errors.answer(error);
  if (answer === null || answer.login !== null) return null;
  if (answer.isTransient && !isTooLong(error)) return null;
  return { message: messageOf(error), code: codeOf(error) };
}
