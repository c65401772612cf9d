/** What the policies of one call may still cost together: values looked at, or 64 characters or scalars of one. */
export interface Budget {
  left: number;
}

export const MOST_STEPS = 1_000_000;
export const EACH_STEP = 64;

/** Whether one value satisfies a comparison. What it says is of no use once the budget is spent. */
export type Test = (value: unknown, budget: Budget) => boolean;
