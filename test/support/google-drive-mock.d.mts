export interface GoogleDriveMock {
  readonly url: string;
  /** The one it takes. */
  readonly accessToken: string;
  stop(): Promise<void>;
}

export function startGoogleDriveMock(): Promise<GoogleDriveMock>;
