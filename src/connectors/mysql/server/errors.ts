import { type Address, codeOf, type ErrorTable, explain, type Trouble } from '../../rows/table/trouble.js';

/**
 * Error numbers after which the same statement may work later: too many connections, shutting down, network, lock wait
 * timeout, deadlock, interrupted, too many prepared statements, read-only while failing over, time limits, changed since
 * read (MariaDB).
 */
const TRANSIENT = [1040, 1053, 1158, 1159, 1160, 1161, 1203, 1205, 1213, 1317, 1461, 1836, 1969, 3024, 1020];
/** Unique keys, foreign keys and checks. */
const CONSTRAINTS = [1062, 1169, 1216, 1217, 1451, 1452, 1557, 1586, 1761, 1762, 3819, 4025];
const LOGIN = [1044, 1045, 1698, 1862];

/** Every answer of the server has an error number; what mysql2 refuses has a code. */
export const errors: ErrorTable = {
  answer: (error) => {
    if (!isDatabaseError(error)) return null;
    const { errno, message } = error;
    return {
      code: `error ${errno}`,
      message,
      isTransient: TRANSIENT.includes(errno),
      isConstraint: CONSTRAINTS.includes(errno),
      login: LOGIN.includes(errno) ? 'the login was refused' : null,
    };
  },
  refusal: (error, place) =>
    codeOf(error) === 'HANDSHAKE_NO_SSL_SUPPORT' ? `${place} does not support TLS, which ssl-mode asks for` : null,
};

/** A sentence without the words of the database where the service did not write the SQL. */
export function explainPrivately(error: unknown, target: Address | null): Trouble {
  const trouble = explain(errors, error, target);
  if (!isDatabaseError(error) || LOGIN.includes(error.errno)) return trouble;
  return { ...trouble, sentence: `the database could not report what the statement touches (error ${error.errno})` };
}

function isDatabaseError(error: unknown): error is Error & { readonly errno: number } {
  return error instanceof Error && 'sqlState' in error && 'errno' in error && typeof error.errno === 'number';
}
