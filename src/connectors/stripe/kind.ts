import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Json, JsonObject } from '../connector.js';
import { type Address, type Inverse, NotCapturable, type ResourceKind, type Undoing } from '../resource/resource.js';
import { answered } from './answer.js';
import { fieldsOf, paramsOf } from './fields.js';

type Call = (client: Stripe, id: string, params: JsonObject, options: Stripe.RequestOptions) => Promise<unknown>;

interface Shape {
  /** Stripe's name in `object`: `payment_intent`. */
  readonly object: string;
  /** The members that are compared; metadata always is. */
  readonly fields: readonly string[];
  retrieve(client: Stripe, id: string): Promise<unknown>;
}

/** A kind of object at Stripe, with what undoes changes of it. */
export function stripeKind<Inverses extends Partial<ResourceKind<Stripe>>>(
  shape: Shape,
  inverses: (call: typeof inverse) => Inverses,
): ResourceKind<Stripe> & Inverses {
  return {
    name: shape.object.replaceAll(/[._]/g, ' '),
    label: (address) => idOf(address),
    read: async (client, address) => {
      const id = idOf(address);
      const found = answered(await shape.retrieve(client, id), shape.object, id);
      return found && { fields: fieldsOf(found, ['created', ...shape.fields]) };
    },
    volatile: ['created'],
    createdAt: ({ created }) => (typeof created === 'number' ? created * 1_000 : null),
    ...inverses((name, run) => inverse(name, run, shape.object)),
  };
}

/** @param name of the client's method, for operators: `customers.update` */
function inverse(name: string, run: Call, object = ''): Inverse<Stripe> {
  return {
    describe: (address, fields) => [name, idOf(address), ...visibleFields(fields)].join(' '),
    run: async (client, address, fields, undoing) => {
      const id = idOf(address);
      const params = paramsOf(fields);
      answered(await run(client, id, params, optionsOf(params, undoing)), object, id);
      return undefined;
    },
  };
}

const idOf = (address: Address) => String(address.id);

const visibleFields = (fields: JsonObject) =>
  Object.entries(fields).map(([name, value]) => `${name}=${value === null ? '(none)' : JSON.stringify(value)}`);

/**
 * The key covers the parameters: Stripe refuses a key that is repeated with other parameters, such as a later forced
 * undo.
 */
function optionsOf(params: JsonObject, { idempotencyKey }: Undoing): Stripe.RequestOptions {
  if (idempotencyKey === '') return {};
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);
  return { idempotencyKey: `${idempotencyKey.slice(0, 200)}:${digest}` };
}

/** The newest of a list, which Stripe begins with. */
export async function newest(list: Promise<{ data: readonly { id: string }[] }>): Promise<readonly Address[]> {
  return (await list).data.map(({ id }) => ({ id }));
}

/** The most objects that are made within the seconds in doubt. */
export const NEWEST = { limit: 100 } as const;

/** The id that a payload names. */
export function idIn(payload: JsonObject): readonly Address[] {
  return [{ id: required(payload.id) }];
}

/** The id of the object that a call made. */
export function createdId(_payload: JsonObject, response: Json | undefined): readonly Address[] | null {
  if (response === undefined) return null;
  return [{ id: required((response as JsonObject | null)?.id) }];
}

/** Ids come into the path of a request. */
function required(id: Json | undefined): string {
  if (typeof id !== 'string' || !/^[\w-]{1,255}$/.test(id)) throw new NotCapturable('there is no id of Stripe');
  return id;
}
