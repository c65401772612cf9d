interface Need {
  readonly folder: string;
  readonly programs: readonly string[];
  readonly debian: string;
}

export const NEEDS: readonly Need[];
export function pathOf(program: string): string | null;
export const missing: readonly Need[];
export const mustRunAll: boolean;
export function whatWasLeftOut(): string | null;
