/** Holds what one route took and answered while the story ran; the answer is the whole body, with its envelope. */
export interface Recorded {
  readonly body?: unknown;
  readonly answer: unknown;
}
