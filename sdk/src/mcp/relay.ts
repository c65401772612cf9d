import { randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/client';

/** A call of a tool, as the client made it. */
export interface ToolCall {
  readonly request: JSONRPCRequest;
  /** Aborted when the client cancels the call, or is gone. */
  readonly signal: AbortSignal;
}

/** Returns the client's answer, or null if the client no longer wants one. */
export type HandleCall = (call: ToolCall) => Promise<JSONRPCMessage | null>;

interface Held {
  readonly abort: AbortController;
  isForwarded: boolean;
}

const TOOL_CALL = 'tools/call';
const CANCELLED = 'notifications/cancelled';
/** A request of protocol 2026-07-28 says this of its client, in place of a handshake. */
const ENVELOPE = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY];

/** Every message passes as it came, both ways, but for calls of tools. */
export class Relay {
  readonly #awaited = new Map<RequestId, (response: JSONRPCResponse) => void>();
  readonly #held = new Map<RequestId, Held>();
  readonly #calls = new Set<Promise<void>>();
  /** The requests besides calls of tools that the server has not answered: over HTTP their streams are cut. */
  readonly #passing = new Map<RequestId, { readonly request: JSONRPCRequest; readonly abort: AbortController }>();
  #envelope: Record<string, unknown> | null = null;
  /** Called with each message of the client, before the server gets it. */
  onClientMessage: (message: JSONRPCMessage) => void = () => undefined;
  /** Answers a request in place of the server; null: the request passes. */
  answerOwn = (_request: JSONRPCRequest): Promise<JSONRPCMessage | null> | null => null;
  /** Changes the server's answer to a request that passed, before the client gets it. */
  rewrite = (_request: JSONRPCRequest, response: JSONRPCResponse): JSONRPCResponse => response;
  /** Called with each message of the server, also with answers to the proxy, before they are handed on. */
  onServerMessage: (message: JSONRPCMessage) => void = () => undefined;

  constructor(
    private readonly client: Transport,
    private readonly server: Transport,
    private readonly handleCall: HandleCall,
  ) {
    client.onmessage = (message) => this.#fromClient(message);
    server.onmessage = (message) => this.#fromServer(message);
  }

  /** The request as it came; the answer comes here and nowhere else. @param own the signal of a call that nothing holds */
  forward(request: JSONRPCRequest, own?: AbortSignal): Promise<JSONRPCResponse> {
    const held = this.#held.get(request.id);
    if (held) held.isForwarded = true;
    const signal = held?.abort.signal ?? own;
    if (!signal) return this.#exchange(request);
    return new Promise((resolve, reject) => {
      // The server may never answer a call that was cancelled.
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#exchange(request, signal).then(resolve, reject);
    });
  }

  /** A request of the proxy's own, in the protocol of the client. @throws Error with the server's message */
  async ask(method: string, own: Record<string, unknown>): Promise<Record<string, unknown>> {
    const params = { ...own, ...(this.#envelope && { _meta: this.#envelope }) };
    const response = await this.#exchange({ jsonrpc: '2.0', id: `backstop-${randomUUID()}`, method, params });
    if ('error' in response) throw new Error(response.error.message);
    return response.result;
  }

  notifyClient(message: JSONRPCMessage): void {
    this.client.send(message).catch(() => undefined);
  }

  /** Gives up every call: calls that have not begun do not run. Resolves when all known outcomes are reported. */
  async abandon(): Promise<void> {
    for (const { abort } of this.#held.values()) abort.abort(CLIENT_GONE);
    await Promise.allSettled(this.#calls);
  }

  #exchange(request: JSONRPCRequest, signal?: AbortSignal): Promise<JSONRPCResponse> {
    return new Promise((resolve, reject) => {
      this.#awaited.set(request.id, resolve);
      const fail = (error: unknown) => {
        if (this.#awaited.delete(request.id)) reject(error);
      };
      const onRequestStreamEnd = () => fail(lostAnswer());
      this.server.send(request, { onRequestStreamEnd, ...(signal && { requestSignal: signal }) }).catch(fail);
    });
  }

  #fromClient(message: JSONRPCMessage): void {
    this.onClientMessage(message);
    if (isJSONRPCRequest(message) && isWithoutHandshake(message)) this.#envelope = envelopeOf(message);
    if (isJSONRPCRequest(message) && message.method === TOOL_CALL) {
      const call = this.#call(message).finally(() => this.#calls.delete(call));
      this.#calls.add(call);
      return;
    }
    // A message without an id is no request, so that no answer is possible.
    if ('method' in message && message.method === TOOL_CALL) return;
    if ('method' in message && message.method === CANCELLED) {
      const requestId = (message.params as { requestId?: RequestId } | undefined)?.requestId ?? '';
      this.#passing.get(requestId)?.abort.abort();
      this.#passing.delete(requestId);
      const held = this.#held.get(requestId);
      held?.abort.abort(endedWhileRunning('The client cancelled the call'));
      // The server need not hear about a call that it has never seen.
      if (held && !held.isForwarded) return;
      // Over HTTP, protocol 2026-07-28 has no such message: the cut stream of the request says it.
      if (this.#envelope && this.server.hasPerRequestStream) return;
    }
    const own = isJSONRPCRequest(message) ? this.answerOwn(message) : null;
    const pass = () => this.#pass(message).catch((error) => this.#undeliverable(message, error));
    if (own) own.then((answer) => (answer ? this.notifyClient(answer) : pass()));
    else pass();
  }

  async #pass(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCRequest(message)) return this.server.send(message);
    const abort = new AbortController();
    this.#passing.set(message.id, { request: message, abort });
    try {
      await this.server.send(message, { requestSignal: abort.signal });
    } catch (error) {
      this.#passing.delete(message.id);
      if (!abort.signal.aborted) throw error;
    }
  }

  async #call(request: JSONRPCRequest): Promise<void> {
    const held: Held = { abort: new AbortController(), isForwarded: false };
    this.#held.set(request.id, held);
    const answer = await this.handleCall({ request, signal: held.abort.signal });
    this.#held.delete(request.id);
    if (answer) this.notifyClient(answer);
  }

  #fromServer(message: JSONRPCMessage): void {
    this.onServerMessage(message);
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      const id = message.id ?? '';
      const awaited = this.#awaited.get(id);
      const passing = this.#passing.get(id);
      this.#awaited.delete(id);
      this.#passing.delete(id);
      if (awaited) {
        awaited(message);
        return;
      }
      if (passing) {
        this.notifyClient(this.rewrite(passing.request, message));
        return;
      }
    }
    this.notifyClient(message);
  }

  #undeliverable(message: JSONRPCMessage, error: Error): void {
    if (!isJSONRPCRequest(message)) return;
    const { id } = message;
    this.notifyClient({ jsonrpc: '2.0', id, error: { code: -32603, message: `The server: ${error.message}` } });
  }
}

/** Why a call ended whose client went away. */
export const CLIENT_GONE = endedWhileRunning('The client went away');

function lostAnswer(): Error {
  return Object.assign(new Error('The server ended the stream without an answer.'), { code: 'ECONNRESET' });
}

/** A call that ends with this error is recorded as one of unknown outcome. */
function endedWhileRunning(what: string): Error {
  return new DOMException(`${what} while the call ran; what it did is not known.`, 'AbortError');
}

/** A request of protocol 2026-07-28 says itself what older ones leave to a handshake. */
export function isWithoutHandshake({ params }: JSONRPCRequest): boolean {
  return params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
}

function envelopeOf({ params }: JSONRPCRequest): Record<string, unknown> {
  const meta = params?._meta as Record<string, unknown> | undefined;
  return Object.fromEntries(ENVELOPE.map((name) => [name, meta?.[name]]));
}
