/** Answers in the style that was asked in; a callback is called outside the promise chain. */
export function answer<T>(callback: ((error: unknown, value?: never) => void) | null | undefined, result: Promise<T>) {
  if (!callback) return result;
  result.then(
    (value) => process.nextTick(callback, null, value as never),
    (error) => process.nextTick(callback, error),
  );
  return undefined;
}
