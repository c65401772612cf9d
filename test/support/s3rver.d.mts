export interface StandIn {
  readonly url: string;
  stop(): Promise<void>;
}

export function startS3(buckets: readonly string[]): Promise<StandIn>;
