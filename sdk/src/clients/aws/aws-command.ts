/** Returns `PutObject` for a PutObjectCommand, also if a bundler has renamed the class; '' for other values. */
export function commandName(command: unknown): string {
  if (typeof command !== 'object' || command === null) return '';
  const { schema } = command as { schema?: unknown };
  if (Array.isArray(schema) && typeof schema[2] === 'string') return schema[2];
  return command.constructor?.name.replace(/Command$/, '') ?? '';
}

export function inputOf(command: unknown): unknown {
  return (command as { input?: unknown } | null | undefined)?.input;
}

/** The same command, with middleware of its own, for another input. */
export function withInput(command: unknown, input: object): object {
  const own = Object.getOwnPropertyDescriptors(command as object);
  const value = { value: input, enumerable: true, writable: true, configurable: true };
  return Object.create(Object.getPrototypeOf(command), { ...own, input: value }) as object;
}
