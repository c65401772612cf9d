import { objectOf } from '../../method-client/one-parameter.js';
import { currentRepeats } from '../../method-client/repeats.js';
import { type AwsClient, withHandler } from './handler.js';

/**
 * Returns the same client, whose handler counts how often a governed call is sent again, and keeps the date of the last
 * answer.
 */
export function countingClient(client: AwsClient): AwsClient {
  return withHandler(client, async (send) => {
    const repeats = currentRepeats();
    if (!repeats) return send();
    const answer = await repeats.only(send, statusOf);
    repeats.date = dateOf(answer);
    return answer;
  });
}

function statusOf(answer: unknown): number {
  return Number(objectOf(objectOf(answer).response).statusCode);
}

function dateOf(answer: unknown): string | null {
  const headers = Object.entries(objectOf(objectOf(objectOf(answer).response).headers));
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  return typeof date === 'string' ? date : null;
}
