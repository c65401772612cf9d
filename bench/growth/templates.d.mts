interface Made {
  readonly account: { readonly organization: string; readonly token: string; readonly key: string };
  readonly templates: readonly { readonly id: string; readonly weight: number; readonly length: number }[];
}

export declare function makeTemplates(service: { readonly url: string }, url: string): Promise<Made>;
