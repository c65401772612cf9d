import { JSONSchema } from 'class-validator-jsonschema';
import type { AnyShape } from './shape.js';

/** Where a decorator leaves what the document shows of a member in place of what the validation knows of it. */
export const DOCUMENTED = 'x-documented';

/** What a member of a body holds, where another check than the validation pipe's looks at it. */
export const Documented = (shape: AnyShape): PropertyDecorator =>
  JSONSchema({ [DOCUMENTED]: shape }) as PropertyDecorator;

/** What the document shows as an example of a member. */
export const Example = (value: unknown): PropertyDecorator => JSONSchema({ examples: [value] }) as PropertyDecorator;
