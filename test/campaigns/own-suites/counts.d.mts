interface Counts {
  readonly bare: number;
  readonly wrapped: number;
}
export declare const COUNTED: readonly string[];
export declare function countsOf(name: string): Counts;
export declare function fallsShort(name: string, found: Counts): string | null;
