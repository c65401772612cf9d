import { Ajv, type ValidateFunction } from 'ajv';
import type { JsonObject, OperationDefinition } from '../connectors/connector.js';

/** The schemas of operations, each compiled when it is first asked for. */
export class PayloadSchemas {
  private readonly ajv = new Ajv({ strict: false, validateFormats: false });
  private readonly compiled = new WeakMap<object, ValidateFunction>();

  /** The place and kind of the payload's first fault; null when it fits. */
  schemaError({ payloadSchema }: OperationDefinition, payload: JsonObject): string | null {
    const validate = this.compiled.get(payloadSchema) ?? this.ajv.compile(payloadSchema);
    this.compiled.set(payloadSchema, validate);
    if (validate(payload)) return null;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath ?? ''} ${error?.message ?? 'does not fit'}`.trim();
  }
}
