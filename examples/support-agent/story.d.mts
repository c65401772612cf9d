import type { PolicyBlockedError, RollbackReport, Session } from '@backstop/sdk';

type Customers = Map<number, Record<string, unknown>>;

export interface Story {
  readonly session: Session;
  readonly agent: { readonly blocked: PolicyBlockedError; readonly addedId: number };
  readonly plan: { readonly plan: readonly { apiName: string; class: string; calls: readonly string[] }[] };
  readonly report: RollbackReport & { displayStatus: string; results: readonly { apiName: string; outcome: string }[] };
  readonly operator: { call<T>(method: string, path: string, body?: unknown): Promise<T> };
  readonly before: Customers;
  readonly after: Customers;
  readonly restored: Customers;
  readonly left: readonly string[];
}

export function playStory(setting: {
  baseUrl: string;
  customerDatabaseUrl: string;
  say?: (who: string, line: string) => void;
  rollBack?: (session: Session) => Promise<unknown>;
}): Promise<Story>;
