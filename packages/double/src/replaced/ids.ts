import { randomUUID } from 'node:crypto';

/** Stands for `src/platform/ids.ts`: no order of ids matters in memory. */
export const newId = (): string => randomUUID();
