import { JSONSchema } from 'class-validator-jsonschema';
import type { AnyShape } from './shape.js';

/** A decorator stores under this key a member's documented schema, which replaces the one that the validation knows. */
export const DOCUMENTED = 'x-documented';

/** Documents the contents of a body's member that another check than the validation pipe's examines. */
export const Documented = (shape: AnyShape): PropertyDecorator =>
  JSONSchema({ [DOCUMENTED]: shape }) as PropertyDecorator;

/** Gives the document an example of a member. */
export const Example = (value: unknown): PropertyDecorator => JSONSchema({ examples: [value] }) as PropertyDecorator;
