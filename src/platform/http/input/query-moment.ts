import { validationFailed } from '../../errors.js';
import { parseMoment } from '../../moment.js';

/** @throws 400 where the member of the query is no moment */
export function queryMoment(field: string, text: string): Date {
  const moment = parseMoment(text);
  if (!moment) throw validationFailed(field, 'must be a moment in ISO 8601, with its zone');
  return moment;
}
