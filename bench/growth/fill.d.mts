interface Filling {
  readonly organization: string;
  readonly templates: readonly { readonly id: string; readonly weight: number; readonly length: number }[];
  readonly actions: number;
  say(text: string): void;
}

export declare function fill(url: string, filling: Filling): Promise<void>;
export declare function vacuum(url: string): Promise<void>;
