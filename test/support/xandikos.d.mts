export interface Xandikos {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}
export function startXandikos(): Promise<Xandikos>;
