export interface Emulate {
  /** The URL of each service, by its name. */
  readonly urls: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}
export function startEmulate(services: readonly string[], seed?: object): Promise<Emulate>;
