import type { JsonObject, Performed } from '../../connector.js';
import { codeOf, messageOf } from '../../rows/table/trouble.js';
import { errors } from '../server/errors.js';

/** A statement that ran too long, or waited too long for a lock, would do so again. */
const TOO_LONG = ['57014', '55P03'];

export const refused = (message: string): Performed => ({ outcome: 'refused', refusal: { message } });

/** The words of the database, as its client gives them; null where it did not refuse the statement. */
export function refusalOf(error: unknown): (JsonObject & { message: string }) | null {
  const answer = errors.answer(error);
  if (answer === null || answer.login !== null) return null;
  const code = codeOf(error);
  if (answer.isTransient && !TOO_LONG.includes(code)) return null;
  return { message: messageOf(error), code };
}
