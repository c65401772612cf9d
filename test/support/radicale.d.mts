export interface Radicale {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}
export function startRadicale(): Promise<Radicale>;
