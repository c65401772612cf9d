import type Stripe from 'stripe';
import { isObject } from '../../platform/json.js';
import type { JsonObject, OperationDefinition } from '../connector.js';
import { objectSchema, reversible } from '../resource/define.js';
import type { CreatableKind, ResourceKind, ResourceOperation } from '../resource/resource.js';
import { fieldsOf, setsOf } from './fields.js';
import { createdId, idIn, NEWEST, newest } from './kind.js';

export interface Call extends Pick<OperationDefinition, 'apiName' | 'inverse' | 'notes' | 'undoableForHours'> {
  readonly kind: ResourceKind<Stripe>;
  /** JSON Schema by member: the members that are compared, in addition to the metadata. */
  readonly members: Readonly<Record<string, object>>;
}

interface Creation extends Call {
  readonly kind: CreatableKind<Stripe>;
  /** Further members, which no other client may have set since. */
  readonly beside?: readonly string[];
  /** Stripe's values for members that the call leaves out. */
  readonly defaults?: JsonObject;
  /** The list in which the new object comes first. */
  list(client: Stripe, page: typeof NEWEST): Promise<{ data: readonly { id: string }[] }>;
  /** Fields that Stripe alone chooses. */
  readonly chosenByStripe?: readonly string[];
}

type Ending = Pick<ResourceOperation<Stripe>, 'reversibility' | 'remains' | 'ends'>;

export const text = { type: ['string', 'null'] };
export const flag = { type: 'boolean' };
export const amount = { type: 'integer' };
/** Additional members of the answer. */
const expand = { type: 'array', items: { type: 'string' } };
const metadata = {
  anyOf: [
    { type: 'object', additionalProperties: { type: ['string', 'number', 'null'] } },
    { type: 'null' },
    { const: '' },
  ],
};

/** A call that makes an object. Its parameters do not matter, because all of it is undone. */
export function making(creation: Creation & Partial<Ending>): ResourceOperation<Stripe> {
  const { members, beside = [], defaults = {}, chosenByStripe: chosen = [], list, ...call } = creation;
  const names = [...Object.keys(members), ...beside];
  const unset = Object.fromEntries(names.map((name) => [name, defaults[name] ?? null]));
  return reversible<Stripe>({
    ...call,
    operationType: 'CREATE',
    payloadSchema: { type: 'object', properties: { ...members, metadata } },
    driftSignal: [...names, ...chosen].join(', '),
    effect: 'create',
    addresses: createdId,
    listed: (client) => newest(list(client, NEWEST)),
    sets: (payload) => ({ ...unset, ...setsOf(payload, names, null) }),
    left: (response) => (isObject(response) ? fieldsOf(response, [...names, ...chosen]) : null),
    fills: () => chosen,
  });
}

/** A call that changes members of an object: of those alone that can be changed back. */
export function changing({ members, ...call }: Call): ResourceOperation<Stripe> {
  const names = Object.keys(members);
  return reversible<Stripe>({
    ...call,
    operationType: 'UPDATE',
    payloadSchema: objectSchema(['id'], { id: { type: 'string', minLength: 1 }, ...members, metadata, expand }),
    driftSignal: `${names.join(', ')}, and every key of the metadata by itself`,
    effect: 'update',
    addresses: idIn,
    sets: (payload, _address, before) => setsOf(payload, names, before),
    left: (response) => (isObject(response) ? fieldsOf(response, names) : null),
    replaced: (_payload, response) => {
      const answer = isObject(response) ? response : {};
      const answered = names.filter((name) => name in answer);
      return { beside: fieldsOf(answer, answered) };
    },
  });
}
