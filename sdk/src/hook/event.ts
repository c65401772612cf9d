import { isObject, type Json, type JsonObject } from '../json.js';

/** A coding harness whose hooks are known. */
export type HarnessId = 'claude-code' | 'codex' | 'cursor';

/** The event that a hook gets, in one form for every harness. */
export interface HookEvent {
  readonly harness: HarnessId;
  /** `before` and `after` a tool call, after one that `failed`, at the `end` of the harness's session, or `other`. */
  readonly step: 'before' | 'after' | 'failed' | 'end' | 'other';
  /** The harness's own id of its session. */
  readonly session: string;
  /** The id of the tool call; null where the harness gives none. */
  readonly callId: string | null;
  readonly tool: string;
  readonly input: JsonObject;
  readonly response: Json;
  readonly error: string | null;
  /** A person interrupted the call. */
  readonly isInterrupt: boolean;
  /** The working directory of the harness, absolute. */
  readonly directory: string;
}

/** `pass` leaves the call to the harness's own rules; `ask` asks the person in front of the harness. */
export type HookDecision =
  | { readonly kind: 'pass' }
  | { readonly kind: 'allow'; readonly reason: string; readonly input: JsonObject | null }
  | { readonly kind: 'deny' | 'ask'; readonly reason: string };

/** The words on standard input are no event of a harness. */
export class UnreadableEventError extends Error {}

const STEPS: Readonly<Record<string, HookEvent['step']>> = {
  ...{ PreToolUse: 'before', PostToolUse: 'after', PostToolUseFailure: 'failed', SessionEnd: 'end' },
  ...{ preToolUse: 'before', postToolUse: 'after', postToolUseFailure: 'failed', sessionEnd: 'end' },
};

/** @throws UnreadableEventError */
export function readEvent(text: string, named: HarnessId | null, cwd: string): HookEvent {
  const json = parsed(text);
  const { hook_event_name: name, session_id, conversation_id, tool_use_id, tool_name, tool_input, error } = json;
  if (typeof name !== 'string') throw new UnreadableEventError('it has no hook_event_name');
  const step = Object.hasOwn(STEPS, name) ? (STEPS[name] ?? 'other') : 'other';
  const session = session_id ?? conversation_id;
  const isCall = step !== 'end' && step !== 'other';
  if (typeof session !== 'string' || session === '') throw new UnreadableEventError('it names no session');
  if (isCall && typeof tool_name !== 'string') throw new UnreadableEventError('it names no tool');
  return {
    harness: named ?? harnessOf(json),
    step,
    session,
    callId: typeof tool_use_id === 'string' && tool_use_id !== '' ? tool_use_id : null,
    tool: String(tool_name ?? ''),
    input: objectOf(tool_input),
    response: json.tool_response ?? textOf(json.tool_output) ?? null,
    error: typeof error === 'string' ? error : typeof json.error_message === 'string' ? json.error_message : null,
    isInterrupt: json.is_interrupt === true,
    directory: typeof json.cwd === 'string' && json.cwd !== '' ? json.cwd : cwd,
  };
}

/** Writes the decision in the harness's own form; an empty text says nothing. */
export function writeDecision(harness: HarnessId, decision: HookDecision): string {
  if (decision.kind === 'pass') return '';
  const { kind, reason } = decision;
  const input = decision.kind === 'allow' ? decision.input : null;
  if (harness === 'cursor') {
    const messages = { user_message: reason, agent_message: reason };
    return JSON.stringify({ permission: kind, ...messages, ...(input && { updated_input: input }) });
  }
  // Codex knows no question to its person, and takes an `allow` for what changes the input alone.
  if (harness === 'codex' && kind === 'ask') return preToolUse('deny', `${reason} ${CODEX_ASKS_NOBODY}`, null);
  if (harness === 'codex' && kind === 'allow' && input === null) return '';
  return preToolUse(kind, reason, input);
}

const CODEX_ASKS_NOBODY = 'Codex has no way for a hook to ask, so the call was denied; ask your user to run it.';

const preToolUse = (permissionDecision: string, permissionDecisionReason: string, input: JsonObject | null) =>
  JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason,
      ...(input && { updatedInput: input }),
    },
  });

/** Cursor names a conversation, Codex a turn; Claude Code neither. */
function harnessOf(json: JsonObject): HarnessId {
  if ('conversation_id' in json) return 'cursor';
  return 'turn_id' in json ? 'codex' : 'claude-code';
}

function parsed(text: string): JsonObject {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UnreadableEventError('it is no JSON');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new UnreadableEventError('it is no object');
  return json as JsonObject;
}

/** Cursor may write the arguments as a JSON text. */
function objectOf(value: Json | undefined): JsonObject {
  const json = typeof value === 'string' ? textOf(value) : value;
  if (isObject(json)) return json;
  return json === undefined || json === null ? {} : { input: json };
}

function textOf(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}
