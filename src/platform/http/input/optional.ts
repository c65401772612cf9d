import { ValidateIf } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { DOCUMENTED } from '../documented.js';
import { type AnyShape, orNull } from '../shape.js';

/** May be left out; null is a value like any other, and mostly a wrong one (unlike class-validator's `IsOptional`). */
export const Optional = () => ValidateIf((_, value) => value !== undefined);

/** The member may be absent or null. `shown`: its documented shape, if another check than the pipe's examines it. */
export function Nullable(shown?: AnyShape): PropertyDecorator {
  return (target, property) => {
    ValidateIf((_, value) => value !== undefined && value !== null)(target, property as string);
    JSONSchema({ nullable: true, ...(shown && { [DOCUMENTED]: orNull(shown) }) })(target, property as string);
  };
}
