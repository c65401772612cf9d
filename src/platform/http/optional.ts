import { ValidateIf } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** May be left out; null is a value like any other, and mostly a wrong one (unlike class-validator's `IsOptional`). */
export const Optional = () => ValidateIf((_, value) => value !== undefined);

/** May be left out or null. */
export function Nullable(): PropertyDecorator {
  return (target, property) => {
    ValidateIf((_, value) => value !== undefined && value !== null)(target, property as string);
    JSONSchema({ nullable: true })(target, property as string);
  };
}
