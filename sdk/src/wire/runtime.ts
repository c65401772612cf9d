/** Parts that differ between Node, the edge and a browser, loaded when they are needed: no `node:` import at load. */

/** A module of Node, or undefined where there is none. */
export function builtin<T>(name: string): T | undefined {
  if (typeof process === 'undefined' || typeof process.getBuiltinModule !== 'function') return undefined;
  return process.getBuiltinModule(name) as T | undefined;
}

/** A variable of the environment, or undefined where there is none. */
export function environment(name: string): string | undefined {
  return typeof process === 'undefined' ? undefined : process.env?.[name];
}

/** @param signal ends it early */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

export interface Timer {
  readonly pending: boolean;
  cancel(): void;
}

/** Runs later, without keeping the process alive for it. */
export function later(milliseconds: number, run: () => void): Timer {
  let pending = true;
  const fire = () => {
    pending = false;
    run();
  };
  const timer = setTimeout(fire, milliseconds);
  if (typeof timer === 'object') timer.unref();
  const cancel = () => {
    pending = false;
    clearTimeout(timer);
  };
  return {
    cancel,
    get pending() {
      return pending;
    },
  };
}

/** Warns the person who runs the agent. Never throws. */
export function warn(message: string): void {
  if (typeof process !== 'undefined' && typeof process.emitWarning === 'function') {
    process.emitWarning(message, 'BackstopWarning');
  } else {
    console.warn(message);
  }
}
