import { type CountedSend, currentRepeats, type Repeats } from '../../method-client/repeats.js';

type Request = (url: string, body: unknown, headers?: object) => unknown;
type Headers = Record<PropertyKey, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the arguments are passed on unchanged
type Transport = (...request: any[]) => Promise<{ readonly status: number }>;

interface Sender {
  /** Sends one request again and again. */
  makeRequest?: Request;
  fetchFn?: Transport;
  /** The transport of a client of version 7. */
  axios?: { post?: Transport };
}

/** The key of the counter of one request, among its headers: the client's queue keeps no other context. */
const COUNTED = Symbol('counted');
const counting = new WeakSet<object>();
const statusOf = ({ status }: { readonly status: number }) => status;

/** The client counts how often it sends each request of a governed call; other calls go out as before. */
export function countingClient(client: object): void {
  const sender = client as Sender;
  const { makeRequest, fetchFn, axios } = sender;
  const post = axios?.post;
  if (counting.has(client) || typeof makeRequest !== 'function' || !(fetchFn || post)) return;
  counting.add(client);
  const marking: Request = (url, body, headers) => {
    const repeats: Repeats | undefined = currentRepeats();
    const marked = repeats ? { ...headers, [COUNTED]: repeats.request() } : headers;
    return Reflect.apply(makeRequest, client, [url, body, marked]);
  };
  Object.defineProperty(client, 'makeRequest', { value: marking, writable: true, configurable: true });
  if (fetchFn) sender.fetchFn = (url, init) => counted(init, (own) => fetchFn(url, own));
  if (axios && post)
    axios.post = (url, body, init) => counted(init, (own) => Reflect.apply(post, axios, [url, body, own]));
}

/** Sends it without the mark. */
function counted<T extends { readonly headers?: unknown } | undefined>(
  init: T,
  send: (own: T) => ReturnType<Transport>,
): ReturnType<Transport> {
  const { [COUNTED]: mark, ...headers } = (init?.headers ?? {}) as Headers;
  return mark ? (mark as CountedSend)(() => send({ ...init, headers } as T), statusOf) : send(init);
}
