import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { awsRequestHandler } from '../aws/request-handler.js';
import { isNoResource } from '../resource/response.js';

type Handler = Omit<Awaited<ReturnType<typeof awsRequestHandler>>, 'close'>;

/**
 * The same transport, for answers of DynamoDB alone. Its client takes any object for an answer, and one without an item
 * for a missing item: a proxy in front of DynamoDB may answer 200 with an error.
 */
export function checked({ handle, ...others }: Handler): Handler {
  return {
    ...others,
    handle: async (request) => {
      const { response } = await handle(request);
      if (response.statusCode !== 200) return { response };
      const bytes = await buffer(response.body);
      if (!isAnswer(bytes.toString())) throw new Error('the answer is not one of DynamoDB');
      return { response: { ...response, body: Readable.from([bytes]) as typeof response.body } };
    },
  };
}

/** An answer of DynamoDB never has a member with an error beside the requested data. */
function isAnswer(text: string): boolean {
  try {
    return !isNoResource(JSON.parse(text));
  } catch {
    return false;
  }
}
