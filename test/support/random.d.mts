export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** From 0 to below `below`. */
  integer(below: number): number;
  pick<T>(from: readonly T[]): T;
  chance(of: number): boolean;
}

export function randomOf(text: string): Random;
