import { OPERATION_TYPES } from '../contract/operation-types.js';
import {
  describe,
  flag,
  jsonObject,
  listOf,
  named,
  number,
  object,
  oneOf,
  optional,
  orNull,
  text,
  typed,
} from '../platform/http/shape.js';

const schema = typed<object>(jsonObject);

export const OperationTypeShape = named(
  'OperationType',
  'What kind of change an operation makes; a READ changes nothing and is never undone.',
  oneOf(...OPERATION_TYPES),
);

export const RegistryEntry = named(
  'RegistryEntry',
  'An operation that a connector of the service knows.',
  object({
    apiName: describe('Its name in policies and in the ledger.', text('stripe.refunds.create')),
    connector: describe('Identifier of its connector.', text('stripe')),
    apiVersion: describe("Of the provider's API, as it names it.", text('2025-01-27.acacia')),
    resource: text('refunds'),
    verb: text('create'),
    operationType: OperationTypeShape,
    reversibility: describe(
      'Whether an undo restores the very state, or only makes up for it, or there is none.',
      oneOf('exact', 'compensating', 'none'),
    ),
    inverse: describe('What undoes it, in words.', orNull(text())),
    precapture: describe('Whether the state before it has to be captured for that.', oneOf('required', 'none')),
    payloadSchema: describe('JSON Schema of the arguments.', schema),
    credentialFields: listOf(
      object({ name: text('secretKey'), required: flag, description: text(), isPublic: optional(flag) }),
    ),
    facts: describe('What policies can compare of its calls, read by the service.', listOf(text('target.table'))),
    summary: describe(
      'How a call reads: a template over its payload; null: its name and its three most telling arguments.',
      orNull(text('Refund[ {amount:money} of] {payment_intent|charge}')),
    ),
    verified: describe('Round trips against a real counterpart run in the tests of this connector.', flag),
    notes: orNull(text()),
    driftSignal: describe('By what a change by another client is noticed.', orNull(text())),
    undoableForHours: describe('Hours within which the provider lets it be undone; null: no limit.', orNull(number)),
    performable: describe('The service itself can make the call, where an operator offers it.', flag),
    unperformableReason: describe('Why it cannot.', orNull(text())),
    advice: describe('What a policy should do with it, where it cannot be undone.', orNull(oneOf('REQUIRE_APPROVAL'))),
  }),
);
