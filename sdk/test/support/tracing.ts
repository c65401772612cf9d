interface Patches {
  readonly name: string;
  patch?(exported: unknown, version: string): void;
  unpatch?(exported: unknown, version: string): void;
  readonly files?: readonly Patches[];
}

/**
 * Enables an instrumentation of OpenTelemetry by hand: it waits for `require`, which tests do not use.
 * @param modules to patch, by the names that the instrumentation knows
 */
export function tracing(
  instrumentation: { setTracerProvider(provider: never): void },
  modules: ReadonlyMap<string, unknown>,
) {
  const ended: string[] = [];
  const span = (name: string) => ({
    setStatus: () => undefined,
    setAttribute: () => undefined,
    recordException: () => undefined,
    end: () => void ended.push(name),
  });
  instrumentation.setTracerProvider({ getTracer: () => ({ startSpan: span }) } as never);
  const definitions = (instrumentation as unknown as { getModuleDefinitions(): Patches[] }).getModuleDefinitions();
  const patches = definitions.flatMap((one) => [one, ...(one.files ?? [])]).filter(({ name }) => modules.has(name));
  return {
    /** The names of the spans that have ended. */
    ended,
    patch: () => patches.map((one) => one.patch?.(modules.get(one.name), '')),
    unpatch: () => patches.map((one) => one.unpatch?.(modules.get(one.name), '')),
  };
}
