export interface StandIn {
  readonly url: string;
  /** Whether a condition on a list or a map can hold. */
  readonly comparesLists: boolean;
  stop(): Promise<void>;
}

export function startDynamo(): Promise<StandIn>;
