/**
 * Returns the same result, with an error whose stack leads to the caller: the original stack leads to a socket or to
 * Backstop's own request.
 */
export async function toCaller<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error && Object.isExtensible(error)) Error.captureStackTrace(error);
    throw error;
  }
}

/** Answers in the style that was asked in; a callback is called outside the promise chain. */
export function answer<T>(callback: ((error: unknown, value?: never) => void) | null | undefined, result: Promise<T>) {
  if (!callback) return result;
  result.then(
    (value) => process.nextTick(callback, null, value as never),
    (error) => process.nextTick(callback, error),
  );
  return undefined;
}
