export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T | PromiseLike<T>): void;
  reject(error: unknown): void;
}

/** Makes a promise whose rejection counts as handled: its failure is reported elsewhere as well. */
export function deferred<T>(): Deferred<T> {
  const { promise, resolve, reject } = withResolvers<T>();
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

function withResolvers<T>() {
  let resolve: Deferred<T>['resolve'] = () => undefined;
  let reject: Deferred<T>['reject'] = () => undefined;
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}
