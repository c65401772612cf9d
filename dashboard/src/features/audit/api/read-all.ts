import { answerOf, client, nextCursor } from '../../../api/client';

/**
 * Reads every answer of the log as the service wrote it, newest entries first: the verification checks exactly the sent
 * bytes.
 */
export async function* readAll(signal: AbortSignal): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const asked = client.GET('/audit-logs', { params: { query: { limit: 200, cursor } }, parseAs: 'text', signal });
    const { data, response } = await answerOf(
      asked.then(({ data: text, ...rest }) => ({ ...rest, ...(text !== undefined && { data: { data: text } }) })),
    );
    yield data;
    cursor = nextCursor(response) ?? undefined;
  } while (cursor);
}
