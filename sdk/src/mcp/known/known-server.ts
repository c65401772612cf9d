import type { Json } from '../../json.js';
import type { OperationType } from '../../wire/wire.js';

/** By resource, as the server's own tools show it; null where there is none. */
export type State = { readonly [resource: string]: Json };

export interface ToolUse {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Calls a tool of the server. @throws ToolError with what the server said */
export type UseTool = (use: ToolUse) => Promise<ToolResult>;
export type ToolResult = { readonly [member: string]: unknown };

/** The server answered that the tool failed. */
export class ToolError extends Error {}

/** What a call may change cannot be read in full. */
export class UncapturableError extends Error {}

/** A server whose tools and their inverses are known. Nothing is done to it but with its own tools. */
export interface KnownServer {
  readonly id: string;
  /** As it names itself. */
  readonly serverName: string;
  readonly reads: ReadonlySet<string>;
  readonly operations: Readonly<Record<string, OperationType>>;
  /**
   * The same arguments with one name for one thing, which is what is asked for and run: a policy about a file holds for
   * every way to write its path.
   */
  canonical?(args: ToolUse['args'], read: UseTool): Promise<ToolUse['args']>;
  /** Names of what a call may change; null for a tool without an inverse. */
  resources(use: ToolUse): readonly string[] | null;
  /** @throws UncapturableError */
  capture(resources: readonly string[], read: UseTool): Promise<State>;
  /** The calls that lead from what an agent left back to `before`, or why there are none. */
  undo(tool: string, before: State, left: State, options: UndoOptions): readonly ToolUse[] | string;
}

export interface UndoOptions {
  readonly actionId: string;
  /** Where files go that cannot be deleted; null: nowhere. */
  readonly trash: string | null;
}
