import { Type } from 'class-transformer';
import { IsArray, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** A list in a body whose items are of a class. TypeScript's metadata says only that the member is an array. */
export function ItemsOf(dto: new () => object): PropertyDecorator {
  return (target, property) => {
    for (const decorate of [IsArray(), ValidateNested({ each: true }), Type(() => dto)])
      decorate(target, property as string);
    JSONSchema({ items: { $ref: `#/definitions/${dto.name}` } })(target, property as string);
  };
}
