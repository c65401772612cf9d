export interface StandIn {
  readonly url: string;
  /** True if the server can compare lists and maps in a condition. */
  readonly comparesLists: boolean;
  stop(): Promise<void>;
}

export function startDynamo(): Promise<StandIn>;
