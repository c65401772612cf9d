/** The result of one check. */
export interface Finding {
  readonly isGood: boolean;
  readonly what: string;
  readonly detail: string;
}
