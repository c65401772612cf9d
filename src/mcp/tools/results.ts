import type { ActionStatus } from '../../actions/rules/action.js';
import type { Json, JsonObject } from '../../connectors/connector.js';
import type { RefusalCode } from '../../contract/refusals.js';
import { isObject } from '../../platform/json.js';

/** A block of a result; the tools of MCP servers also answer images, sounds and links. */
export type Content = JsonObject & { readonly type: string };

/** The result of a tool. */
export interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: JsonObject;
  readonly isError?: true;
  // The protocol's type of a result is open.
  readonly [member: string]: unknown;
}

/** The members of an action that its result and its task are made of. */
export interface ResultAction {
  readonly id: string;
  readonly apiName: string;
  readonly status: ActionStatus;
  readonly response: Json;
  readonly edited: { readonly from: JsonObject; readonly to: JsonObject; readonly reason: string | null } | null;
  readonly refusal: { readonly code: RefusalCode; readonly reason: string | null } | null;
  readonly approval: { readonly id: string; readonly expiresAt: string | null } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const textResult = (text: string, structuredContent?: JsonObject): ToolResult => ({
  content: [{ type: 'text', text }],
  ...(structuredContent && { structuredContent }),
});

/** The words of a result. */
export const textOf = ({ content }: ToolResult): string =>
  content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');

export const jsonResult = (value: JsonObject): ToolResult => textResult(JSON.stringify(value), value);

/** Tells a model what to do after each refusal. */
const ADVICE: Readonly<Record<RefusalCode, string>> = {
  policy: 'A rule forbids this call. Do not try it again or in another form; do something else or tell the user.',
  rejected:
    'A person refused this call. Do not try it again or in another form; tell the user, or do as the reason says.',
  expired: 'No person decided in time. Ask the user before you ask for it again.',
  withdrawn: 'The question was taken back, so the call did not run.',
  revoked: 'A person took the approval back before the call began. Do not try it again; tell the user.',
  lapsed: 'The call was approved, and did not begin in time. Ask for it again only if it is still needed.',
  cancelled: 'The call was taken back before it began, and did not run.',
  paused: 'An operator has paused this agent. Stop, and tell the user.',
  quota: 'The organization has used up its calls for this month. Stop, and tell the user.',
  unavailable: 'Backstop or the provider could not be reached, and nothing was done. Try again later.',
};

/** The result of a refused call. */
export function refusedWith(code: RefusalCode, reason: string | null, actionId: string | null = null): ToolResult {
  const words = reason === null || reason === code ? '' : ` ${reason}`;
  const structured = { code, reason, ...(actionId !== null && { actionId }) };
  return { ...textResult(`Refused (${code}).${words} ${ADVICE[code]}`, structured), isError: true };
}

/** The result of a request that cannot be carried out as it is. */
export const failedWith = (code: string, message: string): ToolResult => ({
  ...textResult(message, { code, reason: message }),
  isError: true,
});

type Result = (action: ResultAction, inboxUrl: string) => ToolResult;

const RESULTS: Readonly<Record<ActionStatus, Result>> = {
  CLEARED: ({ id: actionId, status }) =>
    textResult(
      `The call has no outcome yet. Call backstop_wait with actionId ${actionId}; do not make the call again.`,
      { status, actionId },
    ),
  PENDING_APPROVAL: waiting,
  REJECTED: notRun,
  BLOCKED: notRun,
  SUCCESS: answered,
  FAILED: ({ id: actionId, response }) => {
    const reason = messageIn(response);
    return errorOf(`The provider refused the call: ${reason}`, { code: 'failed', reason, actionId });
  },
  UNKNOWN: ({ id: actionId }) =>
    errorOf('It is not known whether the call took effect. Do not repeat it; look at its resource, or tell the user.', {
      code: 'unknown-outcome',
      actionId,
    }),
  ROLLED_BACK: ({ id: actionId, status }) =>
    textResult('The call took effect, and was undone since: its effect is gone.', { status, actionId }),
  ROLLBACK_FAILED: answered,
};

/** The result of a call in its present state. */
export function resultOf(action: ResultAction, inboxUrl: string): ToolResult {
  const { id, status, refusal } = action;
  return refusal === null ? RESULTS[status](action, inboxUrl) : refusedWith(refusal.code, refusal.reason, id);
}

function errorOf(text: string, structured: JsonObject): ToolResult {
  return { ...textResult(text, structured), isError: true };
}

function notRun({ id: actionId }: ResultAction): ToolResult {
  return errorOf('The call did not run.', { code: 'not-run', actionId });
}

/** An undo that failed left the effect of the call, and so its answer. */
function answered(action: ResultAction): ToolResult {
  const { response } = action;
  const answer = isObject(response) ? response : { result: response };
  if (isOfServer(action) && Array.isArray(answer.content)) return passed(answer, editedWords(action));
  return {
    content: [{ type: 'text', text: `${editedWords(action)}${JSON.stringify(response)}` }],
    structuredContent: answer,
  };
}

/** A tool of an MCP server answered in the form of a result. */
const isOfServer = ({ apiName }: ResultAction) => apiName.startsWith('mcp.') && apiName !== 'mcp.tools.list';

function passed({ content, structuredContent }: JsonObject, edited: string): ToolResult {
  const own: readonly Content[] = edited === '' ? [] : [{ type: 'text', text: edited }];
  return {
    content: [...own, ...(content as Json[] as Content[])],
    ...(isObject(structuredContent ?? null) && { structuredContent: structuredContent as JsonObject }),
  };
}

function waiting({ id: actionId, approval }: ResultAction, inboxUrl: string): ToolResult {
  const url = approval && `${inboxUrl}/${approval.id}`;
  return textResult(
    `This call waits for a person and has not run. Call backstop_wait with actionId ${actionId} to wait for the decision, or backstop_cancel to take it back. Do not make the call again: that would ask a second time.`,
    { status: 'PENDING_APPROVAL', actionId, approvalId: approval?.id ?? null, url },
  );
}

function editedWords({ edited }: ResultAction): string {
  if (edited === null) return '';
  const reason = edited.reason === null ? '' : ` Reason: ${edited.reason}`;
  return `A person changed the arguments before the call ran. It ran once, with ${JSON.stringify(edited.to)} instead of ${JSON.stringify(edited.from)}. Do not make the original call as well.${reason}\n`;
}

function messageIn(response: Json): string {
  const refusal = isObject(response) ? response.refusal : null;
  const message = isObject(refusal ?? null) ? (refusal as JsonObject).message : null;
  return typeof message === 'string' ? message : 'It gave no reason.';
}
