import type { WebClient } from '@slack/web-api';
import type { JsonObject } from '../connector.js';
import { objectOf } from '../resource/response.js';

/** "Not listed" may follow from a list alone. @throws Error when the answer has none */
export function listIn(answer: unknown, member: string): JsonObject[] {
  const list = objectOf(answer)[member];
  if (!Array.isArray(list)) throw new Error(`the answer has no ${member}`);
  return list.map(objectOf);
}

/** @throws Error when the answer has none */
export function objectIn(answer: unknown, member: string): JsonObject {
  const object = objectOf(objectOf(answer)[member]);
  if (Object.keys(object).length === 0) throw new Error(`the answer has no ${member}`);
  return object;
}

/** Null when there is more than one page. */
export async function conversationsOf(client: WebClient, types: string): Promise<JsonObject[] | null> {
  const answer = await client.conversations.list({ types, limit: 1_000 });
  return answer.response_metadata?.next_cursor ? null : listIn(answer, 'channels');
}
