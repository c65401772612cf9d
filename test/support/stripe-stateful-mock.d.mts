export interface StripeMock {
  readonly url: string;
  readonly stop: () => Promise<void>;
}
export function startStripeMock(): Promise<StripeMock>;
