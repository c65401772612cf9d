interface Operation {
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Record<string, unknown> }>>;
}

type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';

export const definition: {
  readonly paths: Readonly<Record<string, Partial<Record<Method, Operation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: { readonly responses: Readonly<Record<string, { readonly content: Record<string, unknown> }>> };
  readonly 'x-problems-anywhere': readonly string[];
};

export interface Received {
  readonly method: string;
  /** The URL with its query, if there is one. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

export function isOfTheService(requestId: string | null, url: string): boolean;
export function undeclared(received: Received): string | null;
export function misfitOf(schema: object, value: unknown): string | null;
export function undeclaredEvent(text: string): string | null;
