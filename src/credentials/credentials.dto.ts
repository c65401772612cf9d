import { ArrayMaxSize, IsArray, IsObject, IsString, Length, Matches, MaxLength } from 'class-validator';
import { Documented, Example } from '../platform/http/documented.js';
import { Optional } from '../platform/http/input/optional.js';
import {
  count,
  describe,
  flag,
  listOf,
  mapOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  time,
} from '../platform/http/shape.js';

const valuesShape = mapOf('secretKey', text('sk_test_…'));

const PATTERN = /^[A-Za-z0-9_-]+(\.([A-Za-z0-9_-]+|\*))+$/;

export class PutCredentialDto {
  /** When absent, the stored values stay. */
  @Documented(valuesShape) @Optional() @IsObject() values?: Record<string, unknown>;
  /**
   * The operations that agents may have the service perform with it. When absent, the stored list stays; a new
   * credential gets an empty one.
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(100)
  @MaxLength(255, { each: true })
  @Matches(PATTERN, { each: true })
  agentOperations?: string[];
}

export class ValidateQuery {
  @IsString() @Length(1, 1_000) connectors: string;
}

export class TrialQuery {
  @IsString() @Length(1, 255) @Example('customers') table: string;
}

export const UndoTrial = named(
  'UndoTrial',
  'Says whether calls on a row of one table could be undone. Nothing was written.',
  object({
    table: text('customers'),
    calls: listOf(
      object({
        apiName: text('postgres.rows.update'),
        captured: describe('The state before the call could be read.', flag),
        class: oneOf('exact', 'compensating', 'impossible'),
        calls: describe('The statements that would undo it.', listOf(text())),
        remains: describe('Traces that would remain.', listOf(text())),
        reason: describe('Why it could not be undone; null where it could.', orNull(text())),
      }),
    ),
    reason: describe(
      'Why there was nothing to try; null where there was.',
      orNull(text('The table has no row to try with.')),
    ),
  }),
);

export const Credential = named(
  'Credential',
  'A stored credential, without its values.',
  object({
    connector: text('stripe'),
    fields: listOf(text('secretKey')),
    agentOperations: describe(
      'Patterns of the operations that agents may have the service perform with it.',
      listOf(text('stripe.customers.*')),
    ),
    createdAt: time,
    updatedAt: time,
    lastCheckedAt: orNull(time),
    lastCheckOk: orNull(flag),
  }),
);

export const CredentialsCheck = named(
  'CredentialsCheck',
  'The connectors that an agent may count on.',
  object({
    valid: flag,
    configured: listOf(text('stripe')),
    missing: listOf(text('github')),
    suggestions: listOf(text('An operator can store it with PUT /settings/credentials/github.')),
    plan: oneOf('FREE', 'PRO', 'TEAM'),
  }),
);

export const ConnectorHealthShape = named(
  'ConnectorHealth',
  'One connector as it was last seen.',
  object({
    connector: text('stripe'),
    status: oneOf('healthy', 'unhealthy', 'unconfigured'),
    checkedAt: orNull(time),
    latencyMs: orNull(count),
    detail: describe('A sentence for the operator on what is wrong.', orNull(text())),
  }),
);
