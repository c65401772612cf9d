interface Caller {
  get(path: string): Promise<Record<string, string>>;
  post(path: string, body?: object, key?: string): Promise<Record<string, string> & { approval: { id: string } }>;
  patch(path: string, body: object): Promise<Record<string, string>>;
}

/** Its requests throw for any answer but 2xx. */
export declare function callerOf(base: string, credential: string | null): Caller;
