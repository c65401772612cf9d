import { Webhook } from 'standardwebhooks';
import type { Caller } from './client.js';
import { undeclaredEvent } from './declared.mjs';
import { type Answering, type Asked, Listener } from './listener.js';
import { eventually } from './patience.mjs';

// biome-ignore lint/suspicious/noExplicitAny: tests look into every event.
export type ReceivedEvent = any;

/** A receiver of webhooks as its owner would write one, with the library of Standard Webhooks. */
export class Receiver {
  readonly listener: Listener;
  readonly url: string;
  id = '';
  secret = '';

  private constructor(listener: Listener, origin: string) {
    this.listener = listener;
    this.url = `${origin}/hook?from=backstop`;
  }

  static async start(answering: Answering = (_, reply) => reply.writeHead(204).end()): Promise<Receiver> {
    const listener = new Listener(answering);
    return new Receiver(listener, await listener.start());
  }

  /** Registers it, for all events or for these. */
  async registered(operator: Caller, events?: readonly string[]): Promise<this> {
    const created = await operator.post('/settings/webhooks', { url: this.url, ...(events && { events }) });
    expect(created.status).toBe(201);
    this.id = created.body.data.id;
    this.secret = created.body.data.secret;
    return this;
  }

  get asked(): readonly Asked[] {
    return this.listener.asked;
  }

  /** Expects the event to match `openapi.json` and to pass its owner's library. @throws WebhookVerificationError */
  verified({ body, headers }: Asked): ReceivedEvent {
    expect(undeclaredEvent(body)).toBeNull();
    return new Webhook(this.secret).verify(body, headers as Record<string, string>);
  }

  /** Returns all events it received, verified. */
  told(): ReceivedEvent[] {
    return this.asked.map((asked) => this.verified(asked));
  }

  /** Resolves as soon as it has received so many requests. */
  async times(count: number): Promise<readonly Asked[]> {
    const asked = await eventually(
      async () => this.asked,
      (seen) => seen.length >= count,
    );
    expect(asked).toHaveLength(count);
    return asked;
  }

  async deliveries(operator: Caller): Promise<ReceivedEvent[]> {
    return (await operator.get(`/settings/webhooks/${this.id}/deliveries`)).body.data;
  }

  /** The newest delivery, once that holds. */
  async latest(operator: Caller, holds: (delivery: ReceivedEvent) => boolean): Promise<ReceivedEvent> {
    const [delivery] = await eventually(
      () => this.deliveries(operator),
      ([seen]) => seen !== undefined && holds(seen),
    );
    expect(delivery && holds(delivery) ? 'it holds' : delivery).toBe('it holds');
    return delivery;
  }

  stop = () => this.listener.stop();
}
