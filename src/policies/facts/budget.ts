/**
 * The work that the policies of one call may still do together, in values, or in blocks of 64 characters or scalars of
 * a value.
 */
export interface Budget {
  left: number;
}

export const MOST_STEPS = 1_000_000;
export const EACH_STEP = 64;

/** Tests whether one value satisfies a comparison. Its answer is void once the budget is spent. */
export type Test = (value: unknown, budget: Budget) => boolean;
