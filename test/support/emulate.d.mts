export interface Emulate {
  /** By service. */
  readonly urls: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}
export function startEmulate(services: readonly string[], seed?: object): Promise<Emulate>;
