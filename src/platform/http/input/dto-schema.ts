import { getMetadataStorage } from 'class-validator';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';

type Schema = Record<string, unknown> & { properties?: Record<string, unknown> };

let schemas: Record<string, Schema> | null = null;

/**
 * JSON Schemas of all DTO classes by class name, closed against unknown members unless the class allows them. They are
 * the only definition for the pipe and for OpenAPI.
 */
export function dtoSchemas(): Record<string, Schema> {
  schemas ??= Object.fromEntries(
    Object.entries(
      validationMetadatasToSchemas({
        classValidatorMetadataStorage: getMetadataStorage(),
        refPointerPrefix: '#/definitions/',
      }),
    ).map(([name, schema]) => [name, { additionalProperties: false, ...(schema as Schema) }]),
  );
  return schemas;
}

/** @throws Error when the class carries no validation at all: such a body would pass unchecked. */
export function schemaOf(dto: { name: string }): Schema {
  const schema = dtoSchemas()[dto.name];
  if (!schema) throw new Error(`${dto.name} declares no validation`);
  return schema;
}
