import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';

/** Answers the result of a request whose stream was cut; null when there is none to answer. */
type Resume = (requestId: RequestId) => Promise<object | null>;

const LISTENING = '_GET_stream';

/**
 * The event ids of the streams of a session. An id names the request that its stream belongs to, and the ledger has the
 * call of that request, so a cut stream is resumed by any process, and none has to keep what it sent.
 */
export class StreamEvents {
  private sent = 0;

  constructor(
    private readonly requestId: RequestId | null,
    private readonly resume: Resume,
  ) {}

  async storeEvent(): Promise<string> {
    this.sent += 1;
    return `${Buffer.from(JSON.stringify(this.requestId)).toString('base64url')}.${this.sent}`;
  }

  /** @returns the name of the stream to which the events belong */
  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const requestId = requestOf(lastEventId);
    if (requestId === null) return LISTENING;
    const result = await this.resume(requestId);
    const [name] = lastEventId.split('.');
    if (result !== null) await send(`${name}.result`, { jsonrpc: '2.0', id: requestId, result } as JSONRPCMessage);
    return `request ${JSON.stringify(requestId)}`;
  }
}

/** Null for the stream on which a client listens, and for an id that the service did not make. */
export function requestOf(eventId: string): RequestId | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(eventId.split('.')[0] ?? '', 'base64url').toString('utf8'));
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  } catch {
    return null;
  }
}
