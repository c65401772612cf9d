import { type Address, codeOf, type ErrorTable, explain, messageOf, type Trouble } from '../../rows/table/trouble.js';

/** SQLSTATEs after which the same statement may work later. Specification of the classes: PostgreSQL, appendix A. */
const TRANSIENT = /^(08|53|57P|40001|40P01|55P03|57014)/;

/** Every answer of PostgreSQL has a SQLSTATE; what node-postgres refuses has only words. */
export const errors: ErrorTable = {
  answer: (error) => {
    if (!isDatabaseError(error)) return null;
    const code = codeOf(error);
    const login = code === '28P01' ? 'password authentication failed' : 'the login was refused';
    return {
      code: `SQLSTATE ${code}`,
      message: messageOf(error),
      isTransient: TRANSIENT.test(code),
      isConstraint: code.startsWith('23'),
      login: code.startsWith('28') ? login : null,
    };
  },
  refusal: (error, place) => {
    const message = messageOf(error);
    if (/does not support SSL/.test(message))
      return `${place} does not support TLS, which sslmode or a public address asks for`;
    return /SASL/.test(message) ? `the login at ${place} failed: it needs a password` : null;
  },
};

/** A sentence without the words of the database where the service did not write the SQL. */
export function explainPrivately(error: unknown, target: Address | null): Trouble {
  const trouble = explain(errors, error, target);
  if (!isDatabaseError(error) || codeOf(error).startsWith('28')) return trouble;
  return {
    ...trouble,
    sentence: `the database could not report what the statement touches (SQLSTATE ${codeOf(error)})`,
  };
}

/** True when the column's type could not read the value. */
export function isDataError(error: unknown): boolean {
  return isDatabaseError(error) && /^(22|42846|23514|23502)/.test(codeOf(error));
}

function isDatabaseError(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error)) && typeof error === 'object' && error !== null && 'severity' in error;
}
