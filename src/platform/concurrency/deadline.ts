/**
 * Runs `work` with a signal that fires after `ms`, or when `stop` does. It has a timer of its own: on Node 20 a signal
 * made by `AbortSignal.any` of `AbortSignal.timeout` may be collected before it has fired, and then never does.
 * @throws what `work` throws; before it began, the reason of `stop`
 */
export async function within<T>(ms: number, stop: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new DOMException('it took too long', 'TimeoutError')), ms);
  const give = () => over.abort(stop.reason);
  stop.addEventListener('abort', give, { once: true });
  try {
    stop.throwIfAborted();
    return await work(over.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', give);
  }
}
