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
  'The kind of change that an operation makes; a READ changes nothing and is never undone.',
  oneOf(...OPERATION_TYPES),
);

export const RegistryEntry = named(
  'RegistryEntry',
  'An operation that a connector of the service knows.',
  object({
    apiName: describe('Its name in policies and in the ledger.', text('stripe.refunds.create')),
    connector: describe('Identifier of its connector.', text('stripe')),
    apiVersion: describe("The version of the provider's API, as the provider names it.", text('2025-01-27.acacia')),
    resource: text('refunds'),
    verb: text('create'),
    operationType: OperationTypeShape,
    reversibility: describe(
      'Says whether an undo restores the very state, only makes up for the call, or does not exist.',
      oneOf('exact', 'compensating', 'none'),
    ),
    inverse: describe('The undo, in words.', orNull(text())),
    precapture: describe('True if the undo needs a capture of the state before the call.', oneOf('required', 'none')),
    payloadSchema: describe('JSON Schema of the arguments.', schema),
    credentialFields: listOf(
      object({ name: text('secretKey'), required: flag, description: text(), isPublic: optional(flag) }),
    ),
    facts: describe('Facts of its calls that policies can compare.', listOf(text('target.table'))),
    summary: describe(
      'A template of the sentence that describes a call; null if the sentence is its name and three arguments.',
      orNull(text('Refund[ {amount:money} of] {payment_intent|charge}')),
    ),
    verified: describe('Round trips against a real counterpart run in the tests of this connector.', flag),
    notes: orNull(text()),
    driftSignal: describe('By what a change by another client is noticed.', orNull(text())),
    undoableForHours: describe('Hours within which the provider lets it be undone; null: no limit.', orNull(number)),
    performable: describe('The service itself can make the call, where an operator offers it.', flag),
    unperformableReason: describe('Why it cannot.', orNull(text())),
    advice: describe('The advised policy where the call cannot be undone.', orNull(oneOf('REQUIRE_APPROVAL'))),
  }),
);
