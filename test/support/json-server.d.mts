export interface StandIn {
  readonly url: string;
  stop(): Promise<void>;
}

export function startJsonServer(lists: Record<string, object[]>): Promise<StandIn>;
