import { ApprovedPayloadError, BackstopError } from '../errors.js';
import type { Toolbox } from './toolbox.js';

type Method = (...args: unknown[]) => unknown;

/** The tool that a method of a program's own object belongs to. */
export interface PartOf {
  readonly toolbox: Toolbox;
  readonly name: string;
}

/**
 * Returns a view of an object of the program, such as a shell, an editor or a computer, whose methods are asked for. Methods
 * in `reads` pass.
 * @param refused answers the model in place of a call that may not run; left out: the error is thrown
 */
export function governedPart<T extends object>(
  part: T,
  { toolbox, name }: PartOf,
  {
    payloadOf,
    argsOf,
    reads = [],
    refused,
  }: {
    payloadOf(method: string, args: readonly unknown[]): unknown;
    argsOf(permitted: unknown, args: readonly unknown[]): readonly unknown[];
    readonly reads?: readonly string[];
    refused?(message: string): unknown;
  },
): T {
  return new Proxy(part, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || typeof key !== 'string') return value;
      const own = (args: readonly unknown[]) => Reflect.apply(value as Method, target, args);
      if (reads.includes(key)) return (...args: unknown[]) => own(args);
      return async (...args: unknown[]) => {
        const payload = payloadOf(key, args);
        const run = async (permitted: unknown) => own(permitted === payload ? args : argsOf(permitted, args));
        try {
          return await toolbox.run(name, payload, run);
        } catch (error) {
          if (refused && error instanceof BackstopError) return refused(error.message);
          throw error;
        }
      };
    },
  });
}

/** `run(action)`: the payload is the first argument. */
export const firstArgument = {
  payloadOf: (_: string, args: readonly unknown[]) => args[0],
  argsOf: (permitted: unknown, args: readonly unknown[]) => [permitted, ...args.slice(1)],
};

/** `click(x, y, button, context)`: the payload names the method and its arguments, without objects of the framework. */
export const methodAndArguments = {
  payloadOf: (method: string, args: readonly unknown[]) => ({ action: method, args: args.filter(isPlainArgument) }),
  argsOf: (permitted: unknown, args: readonly unknown[]): readonly unknown[] => {
    const edited = (permitted as { args?: unknown }).args;
    const own = args.filter(isPlainArgument);
    if (!Array.isArray(edited) || edited.length !== own.length) {
      throw new ApprovedPayloadError('it has another number of arguments.');
    }
    return [...edited, ...args.slice(own.length)];
  },
};

function isPlainArgument(value: unknown): boolean {
  return typeof value !== 'object' || Array.isArray(value);
}
