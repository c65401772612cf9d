export interface StandIn {
  readonly url: string;
  stop(): Promise<void>;
}

export function startDynamo(): Promise<StandIn>;
