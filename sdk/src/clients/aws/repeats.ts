import { objectOf } from '../../method-client/one-parameter.js';
import { currentRepeats } from '../../method-client/repeats.js';
import { type AwsClient, withHandler } from './handler.js';

/** Returns the same client, whose handler counts how often a governed call is sent again. */
export function countingClient(client: AwsClient): AwsClient {
  return withHandler(client, (send) => {
    const repeats = currentRepeats();
    return repeats ? repeats.only(send, statusOf) : send();
  });
}

function statusOf(answer: unknown): number {
  return Number(objectOf(objectOf(answer).response).statusCode);
}
