/** A window of a policy, for one call: what the call adds to which sum, and the limit. */
export interface AskedWindow {
  /** 32 hexadecimal digits: the policy's window, and the agent, session or value that it is for. */
  readonly id: string;
  readonly policyId: string;
  readonly seconds: number;
  /** A decimal number from 0. A negative amount adds nothing, so that no call makes room for another. */
  readonly amount: string;
  readonly operator: 'gt' | 'gte' | 'lt' | 'lte';
  readonly value: number;
  /** False when the amount is unknown: then a policy that restricts holds anyway, and one that allows does not. */
  readonly isTested: boolean;
}

/** Names the caller, as far as windows tell calls apart. */
export interface WindowScope {
  readonly sessionId: string;
  readonly simulated: boolean;
  /** By the key of a window: its comparison holds with this call. */
  readonly holds: ReadonlyMap<string, boolean>;
}

/** The windows of one policy may differ in the limit alone. */
export const windowKey = ({ id, operator, value }: Pick<AskedWindow, 'id' | 'operator' | 'value'>) =>
  `${id} ${operator} ${value}`;
