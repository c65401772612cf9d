import type { Json, JsonObject } from '../connector.js';
import { objectIn, standard, text } from '../google/payload.js';

/** A mailbox; `me` is that of the credential. */
export const user = { userId: text, ...standard };

export const userIn = ({ userId }: JsonObject) => (typeof userId === 'string' && userId !== '' ? userId : 'me');

/** The fields of a response, once there is one. */
export function reported(fieldsOf: (response: JsonObject) => JsonObject) {
  return (response: Json | undefined) => (response === undefined ? null : fieldsOf(objectIn(response)));
}
