export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns an integer from 0 to below `below`. */
  integer(below: number): number;
  pick<T>(from: readonly T[]): T;
  chance(of: number): boolean;
}

export function randomOf(text: string): Random;
