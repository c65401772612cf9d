import 'reflect-metadata';
import { PARAMTYPES_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { MetadataScanner } from '@nestjs/core';
import { schemaOf } from './dto-schema.js';

/** A handler takes a body or a query that nothing would validate. */
export class UncheckedInputError extends Error {}

export interface Controller {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: what the language itself says of a class.
  readonly prototype: any;
}

/** Keys have the form `<kind>:<index>`; those of our own parameter decorators are longer names. */
const INPUT: Readonly<Record<string, string>> = { [RouteParamtypes.BODY]: 'body', [RouteParamtypes.QUERY]: 'query' };

/**
 * The validation pipe goes by the class of a parameter, and types leave none behind for an array, an interface or a
 * single member: such an input would pass as it is, so boot refuses it.
 * @returns how many inputs it found to be checked
 * @throws UncheckedInputError naming the handler
 */
export function requireInputClasses(controllers: readonly Controller[]): number {
  let checked = 0;
  for (const controller of controllers) {
    for (const handler of handlersOf(controller)) {
      const types: unknown[] = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype, handler) ?? [];
      const parameters: Record<string, { index: number; data?: unknown }> =
        Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {};
      for (const [key, { index, data }] of Object.entries(parameters)) {
        const input = INPUT[key.split(':')[0] ?? ''];
        if (!input) continue;
        if (data !== undefined || !isValidated(types[index])) {
          throw new UncheckedInputError(
            `${controller.name}.${handler} takes a ${input} that is not one validated class`,
          );
        }
        checked += 1;
      }
    }
  }
  return checked;
}

function handlersOf(controller: Controller): string[] {
  return new MetadataScanner()
    .getAllMethodNames(controller.prototype)
    .filter((name) => Reflect.hasMetadata(PATH_METADATA, controller.prototype[name]));
}

function isValidated(type: unknown): boolean {
  if (typeof type !== 'function') return false;
  try {
    return schemaOf(type) !== null;
  } catch {
    return false;
  }
}
