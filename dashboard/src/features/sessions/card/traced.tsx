import { Link } from '@tanstack/react-router';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords as words } from '../../../words';
import type { Action } from '../api';
import classes from './action-card.module.css';
import { canBeUndone } from './action-facts';

/** The digits of the trace within `traceparent`. */
const traceIdOf = (traceparent: string) => traceparent.slice(3, 35);

/** The tool call and the trace of the application that asked for the call. */
export function Traced({ action }: { readonly action: Action }) {
  const { toolCallId, traceparent, sessionId } = action;
  if (toolCallId === null && traceparent === null) return null;
  return (
    <p className={classes.foot}>
      {toolCallId !== null && (
        <span>
          {words.origin.toolCallId}{' '}
          <code>
            <UntrustedText>{toolCallId}</UntrustedText>
          </code>{' '}
          {canBeUndone(action) && (
            <Link to={`/sessions/${sessionId}/rollback` as string} search={{ toolCall: toolCallId } as never}>
              {words.actionCard.undoToolCall}
            </Link>
          )}
        </span>
      )}
      {traceparent !== null && (
        <span>
          {words.origin.traceId}{' '}
          <Link to={'/sessions' as string} search={{ traceId: traceIdOf(traceparent) } as never}>
            <code>{traceIdOf(traceparent)}</code>
          </Link>
        </span>
      )}
    </p>
  );
}
