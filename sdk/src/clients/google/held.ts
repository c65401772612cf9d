import { objectOf } from '../../method-client/one-parameter.js';
import { isRead, type Outgoing, type Sent } from '../../method-client/outgoing.js';
import { currentRepeats, type Repeats } from '../../method-client/repeats.js';
import type { Parameters } from '../../method-client/signature.js';
import { answer } from '../../wrapping/answer.js';
import { type Adapter, contextOf, counted, type Send } from './client-proxy.js';
import { requestSent, simulate } from './sent.js';

type Method = (...args: unknown[]) => unknown;
type Callback = (error: unknown, value?: never) => void;

/**
 * A call of a method that has no name of its own: its request is built, held back where the client sends it, asked for
 * unless it reads, and let go or dropped. Repetitions of the client are the same request.
 */
export function heldCall(path: string, outgoing: Outgoing) {
  return (target: object, method: Method, args: readonly unknown[]): unknown => {
    const callback = args.find((arg) => typeof arg === 'function') as Callback | undefined;
    const [parameters, options] = args.filter((arg) => typeof arg !== 'function');
    return answer(callback, held(path, outgoing, target, method, objectOf(parameters), objectOf(options)));
  };
}

async function held(
  path: string,
  outgoing: Outgoing,
  target: object,
  method: Method,
  parameters: Parameters,
  options: Parameters,
): Promise<unknown> {
  const settings = settingsOf(target, options);
  if (settings.http2) {
    // Its requests are not sent where others are.
    const sent: Sent = { method: 'CALL', path, body: parameters, simulate };
    return outgoing.send(sent, () => method(parameters, options));
  }
  const reached = deferred<Parameters>();
  const go = deferred<Repeats | undefined>();
  go.promise.catch(() => undefined);
  const adapter: Adapter = async (request, send) => {
    reached.resolve(request);
    const repeats = await go.promise;
    if (typeof settings.adapter !== 'function') return counted(() => send(request), repeats);
    // If the application's adapter changes a read, its request is asked for.
    const asking: Send = async (changed) => outgoing.send(requestSent(changed), () => send(changed));
    return (settings.adapter as Adapter)(request, isRead(sentOf(request, parameters)) ? asking : send);
  };
  const ended = Promise.resolve(method(parameters, { ...options, adapter }));
  ended.catch(() => undefined);
  const request = await Promise.race([reached.promise, ended.then(() => null)]);
  if (request === null) return ended;
  try {
    return await outgoing.send(sentOf(request, parameters), () => {
      go.resolve(currentRepeats());
      return ended;
    });
  } catch (error) {
    go.reject(error);
    const { signal } = request;
    // The client puts an error of its own around the reason.
    if (signal instanceof AbortSignal && signal.aborted && error === signal.reason) return ended;
    throw error;
  } finally {
    // Simulated: it is not sent.
    go.reject(new Error('The request was not sent.'));
  }
}

/**
 * Returns the settings of the call's own options, of the API and of googleapis; the first one that has a value decides.
 */
function settingsOf(target: object, options: Parameters): Parameters {
  const context = contextOf(target);
  const ofApi = objectOf(context._options);
  const ofAll = objectOf(objectOf(context.google)._options);
  return { ...ofAll, ...ofApi, ...options };
}

function sentOf(request: Parameters, { requestBody, resource, media }: Parameters): Sent {
  const body = requestBody ?? resource;
  return requestSent(request, media === undefined ? body : { requestBody: body, media });
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both as [typeof resolve, typeof reject];
  });
  return { promise, resolve, reject };
}
