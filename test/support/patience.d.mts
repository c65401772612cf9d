export const QUIET_START_MS: number;
export function slowness(): number;
export function patience(ms: number): number;
export function eventually<T>(look: () => T | Promise<T>, holds?: (seen: T) => boolean, ms?: number): Promise<T>;
