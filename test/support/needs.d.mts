interface Need {
  readonly folder: string;
  readonly programs: readonly string[];
  readonly debian: string;
  /** The suites need root, too. */
  readonly asRoot?: boolean;
}

export const PACKAGES: readonly string[];
export const NEEDS: readonly Need[];
export function pathOf(program: string): string | null;
export const missing: readonly Need[];
export const mustRunAll: boolean;
export function whatWasLeftOut(): string | null;
