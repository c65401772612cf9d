import type { KnownServer } from './known/known-server.js';
import type { ListedTool } from './tool-policy.js';

type Ask = (method: string, params: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** The tools that the server lists. The proxy reads the list when it is first needed and again after it has changed. */
export class Catalogue {
  #tools: Promise<ReadonlyMap<string, ListedTool>> | undefined;
  known: KnownServer | undefined;

  constructor(private readonly ask: Ask) {}

  forget(): void {
    this.#tools = undefined;
  }

  /** Returns the tool; undefined if the server does not list it. @throws Error when it cannot be asked */
  async find(name: string): Promise<ListedTool | undefined> {
    return (await this.#list()).get(name);
  }

  /** The first of these names that is no tool's. */
  async missing(names: readonly string[]): Promise<string | undefined> {
    const tools = await this.#list();
    return names.find((name) => name !== '*' && !tools.has(name));
  }

  #list(): Promise<ReadonlyMap<string, ListedTool>> {
    this.#tools ??= this.#read().catch((error) => {
      this.#tools = undefined;
      throw error;
    });
    return this.#tools;
  }

  async #read(): Promise<ReadonlyMap<string, ListedTool>> {
    const tools = new Map<string, ListedTool>();
    for (let cursor: unknown; ; ) {
      const page = await this.ask('tools/list', cursor === undefined ? {} : { cursor });
      for (const tool of Array.isArray(page.tools) ? (page.tools as ListedTool[]) : []) tools.set(tool.name, tool);
      cursor = page.nextCursor;
      if (cursor === undefined) return tools;
    }
  }
}
