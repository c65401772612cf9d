import { objectOf } from '../../method-client/one-parameter.js';
import { currentRepeats } from '../../method-client/repeats.js';

interface Answer {
  getStatusCode(): number;
}

interface HttpClient {
  makeRequest(...args: unknown[]): Promise<Answer>;
}

interface Sender {
  getApiField(name: string): unknown;
}

/** The position of the headers among the arguments of `makeRequest`. */
const HEADERS = 4;

/**
 * The client counts how often it sends a governed call again, except with an idempotency key: with one, Stripe carries
 * the call out once.
 */
export function countSending(client: Sender): void {
  const own = client.getApiField;
  const getApiField = (name: string): unknown => {
    const field = Reflect.apply(own, client, [name]);
    return name === 'httpClient' ? counting(field as HttpClient) : field;
  };
  Object.defineProperty(client, 'getApiField', { value: getApiField, configurable: true, writable: true });
}

function counting(httpClient: HttpClient): HttpClient {
  const makeRequest = (...args: unknown[]) => {
    const repeats = currentRepeats();
    const send = () => httpClient.makeRequest(...args);
    if (!repeats || isKeyed(args[HEADERS])) return send();
    return repeats.only(send, (answer) => answer.getStatusCode());
  };
  return Object.create(httpClient, { makeRequest: { value: makeRequest } });
}

function isKeyed(headers: unknown): boolean {
  return Object.entries(objectOf(headers)).some(([name, value]) => /^idempotency-key$/i.test(name) && Boolean(value));
}
