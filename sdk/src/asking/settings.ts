/** The settings of a wrapped client, checked and complete. */
export interface WrapSettings {
  readonly pollIntervalMs: number;
  readonly timeoutMs: number;
  readonly holdLocksMs: number;
  /** True when a call that waits for a person ends with an error instead of being waited for. */
  readonly throwsPending: boolean;
  /** True when a wait that ends without a decision takes the question back. */
  readonly withdraws: boolean;
  /** True when calls may run while the service cannot be reached. */
  readonly allowsUnreachable: boolean;
  /** True when a writing call without a name of its own is let through unasked. */
  readonly passesUnknown: boolean;
  requiresApproval(apiName: string): boolean;
  retries(apiName: string): boolean;
  /** @param path of members, from the payload or the answer on */
  isRedacted(path: readonly string[]): boolean;
  readonly logsReads: boolean;
  /** @param path of a method */
  logsRead(path: string): boolean;
}
