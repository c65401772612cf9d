import type { Json } from '../../json.js';
import type { OperationType } from '../../wire/wire.js';

/** The state by resource, as the server's own tools show it; null for a resource that does not exist. */
export type State = { readonly [resource: string]: Json };

export interface ToolUse {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Calls a tool of the server. @throws ToolError with the server's message */
export type UseTool = (use: ToolUse) => Promise<ToolResult>;
export type ToolResult = { readonly [member: string]: unknown };

/** The server answered that the tool failed. */
export class ToolError extends Error {}

/** The state that a call may change cannot be read in full. */
export class UncapturableError extends Error {}

/** A server whose tools and their inverses are known. The proxy changes it only with its own tools. */
export interface KnownServer {
  readonly id: string;
  /** The name that the server gives itself. */
  readonly serverName: string;
  readonly reads: ReadonlySet<string>;
  readonly operations: Readonly<Record<string, OperationType>>;
  /**
   * Returns the same arguments with one name for one thing; these are asked for and run: a policy about a file holds
   * for every way to write its path.
   */
  canonical?(args: ToolUse['args'], read: UseTool): Promise<ToolUse['args']>;
  /** Returns the names of the resources that a call may change; null for a tool without an inverse. */
  resources(use: ToolUse): readonly string[] | null;
  /** @throws UncapturableError */
  capture(resources: readonly string[], read: UseTool): Promise<State>;
  /** Returns the calls that lead from the state the agent left back to `before`, or the reason why there are none. */
  undo(tool: string, before: State, left: State, options: UndoOptions): readonly ToolUse[] | string;
}

export interface UndoOptions {
  readonly actionId: string;
  /** The directory for files that cannot be deleted; null if there is none. */
  readonly trash: string | null;
}
