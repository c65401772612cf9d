import { currentRepeats, type Fetch, type Repeats } from '../../method-client/repeats.js';

type Request = (url: string, body: unknown, headers?: object) => unknown;
type Headers = Record<PropertyKey, unknown>;

interface Sender {
  /** Sends one request again and again. A client of before version 8 has another transport. */
  makeRequest?: Request;
  fetchFn?: Fetch;
}

/** The transport of one request, among its headers: the client's queue keeps no other context. */
const TRANSPORT = Symbol('transport');
const counting = new WeakSet<object>();

/** The client counts how often it sends each request of a governed call; other calls go out as before. */
export function countingClient(client: object): void {
  const sender = client as Sender;
  const { makeRequest, fetchFn } = sender;
  if (counting.has(client) || typeof makeRequest !== 'function' || typeof fetchFn !== 'function') return;
  counting.add(client);
  const marking: Request = (url, body, headers) => {
    const repeats: Repeats | undefined = currentRepeats();
    const marked = repeats ? { ...headers, [TRANSPORT]: repeats.counting(fetchFn) } : headers;
    return Reflect.apply(makeRequest, client, [url, body, marked]);
  };
  Object.defineProperty(client, 'makeRequest', { value: marking, writable: true, configurable: true });
  sender.fetchFn = (url, init) => {
    const { [TRANSPORT]: transport, ...headers } = (init?.headers ?? {}) as Headers;
    return transport ? (transport as Fetch)(url, { ...init, headers }) : fetchFn(url, init);
  };
}
