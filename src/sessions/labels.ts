import { ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { DOCUMENTED } from '../platform/http/documented.js';
import { mapOf, named, text } from '../platform/http/shape.js';

/** The most labels of a session. */
const MOST_LABELS = 20;
const MOST_CHARACTERS = 200;

/** A condition names a label as `labels.<name>`, so a name has no dot and is no name that conditions refuse. */
const NAME = '(?!(constructor|prototype)$)[A-Za-z0-9][A-Za-z0-9_-]{0,62}';

/** A label in a query: `tier:gold`. A value may have colons. */
export const LABEL = new RegExp(`^${NAME}:[^]{1,${MOST_CHARACTERS}}$`, 'u');

export const labelsShape = named(
  'Labels',
  'Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`.',
  mapOf('tier', text('gold')),
);

const isName = (name: string) => new RegExp(`^${NAME}$`).test(name);
const isValue = (value: unknown) =>
  typeof value === 'string' && value.length > 0 && [...value].length <= MOST_CHARACTERS;

/** True for what `labelsShape` describes. */
export function isLabels(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const labels = Object.entries(value);
  return labels.length <= MOST_LABELS && labels.every(([name, text]) => isName(name) && isValue(text));
}

/** Accepts what `labelsShape` describes. */
export function IsLabels(): PropertyDecorator {
  return (target, property) => {
    ValidateBy({ name: 'isLabels', validator: { validate: isLabels } })(target, property as string);
    // A function replaces what the decorators before it say; an object would be added to a reference to `Object`.
    JSONSchema(() => ({
      type: 'object',
      maxProperties: MOST_LABELS,
      propertyNames: { pattern: `^${NAME}$` },
      additionalProperties: { type: 'string', minLength: 1, maxLength: MOST_CHARACTERS },
      [DOCUMENTED]: labelsShape,
    }))(target, property as string);
  };
}

/** Takes a label of a query apart; it fits `LABEL`. */
export function fromLabel(label: string): { readonly name: string; readonly value: string } {
  const end = label.indexOf(':');
  return { name: label.slice(0, end), value: label.slice(end + 1) };
}
