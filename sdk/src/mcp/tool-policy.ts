import type { KnownServer } from './known/known-server.js';

/** The server's description of a tool. */
export interface ListedTool {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
  readonly outputSchema?: unknown;
  readonly execution?: { readonly taskSupport?: string };
}

export interface ToolRules {
  readonly reads: readonly string[];
  readonly holds: readonly string[];
  readonly frees: readonly string[];
  readonly trustsAnnotations: boolean;
  readonly holdsDestructive: boolean;
}

/** Passes ungated; is asked for; is held for a person. */
export type Treatment = 'pass' | 'ask' | 'hold';

/**
 * Returns the treatment of a tool. The server's own annotations make a call stricter, or, if they say that it only
 * reads, spare it the person; they let nothing pass unasked unless they are trusted. A tool without annotations is
 * destructive, as in the specification of MCP.
 * @param tool undefined: the server does not list it
 */
export function treatmentOf(
  name: string,
  tool: ListedTool | undefined,
  rules: ToolRules,
  known: KnownServer | undefined,
): Treatment {
  const { readOnlyHint = false, destructiveHint = true } = tool?.annotations ?? {};
  if (rules.holds.includes(name) || rules.holds.includes('*')) return 'hold';
  if (rules.reads.includes(name) || known?.reads.has(name)) return 'pass';
  if (readOnlyHint) return rules.trustsAnnotations ? 'pass' : 'ask';
  if (!destructiveHint || !rules.holdsDestructive || rules.frees.includes(name)) return 'ask';
  return 'hold';
}
