import { ChevronDown, ChevronRight } from 'lucide-react';
import { ActionStatusTag } from '../../../ui/action-status';
import { operationBeneath } from '../../../ui/call';
import { Moment } from '../../../ui/moment';
import { Sentence } from '../../../ui/sentence';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords as words } from '../../../words';
import { type Line, namesOf } from './fold';
import classes from './timeline.module.css';

const SHOWN_OF_ARGUMENTS = 160;
const SHOWN_OF_NAME = 120;
/** The score from which a call is marked. */
const RISKY = 0.5;

interface Selectable {
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}

interface ActionLineProps extends Selectable {
  readonly line: Extract<Line, { kind: 'action' }>;
  readonly risk: number | undefined;
  readonly isOnset: boolean;
}

export function ActionLine({ line: { action, isInFold }, isCurrent, risk = 0, isOnset, onClick }: ActionLineProps) {
  const isRead = action.operationType === 'READ';
  const className = [classes.line, isInFold && classes.inFold, isCurrent && classes.current, isRead && classes.read];
  return (
    <button
      type="button"
      className={className.filter(Boolean).join(' ')}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
    >
      <span className={classes.number}>{action.sequence}</span>
      <span className={classes.name}>
        <Sentence call={action} />
      </span>
      <span className={classes.arguments}>
        <UntrustedText>{cut(operationBeneath(action), SHOWN_OF_NAME)}</UntrustedText>
      </span>
      <span className={classes.tags}>
        {action.performance && <Tag>{words.lines.byBackstop}</Tag>}
        {action.violation && <Tag tone="danger">{words.lines.violation}</Tag>}
        {action.originalPayload && <Tag>{words.lines.edited}</Tag>}
        {action.snapshot?.captureFailed && <Tag tone="warning">{words.lines.noSnapshot}</Tag>}
        {isOnset && <Tag tone="warning">{words.lines.driftBegins}</Tag>}
        {!isOnset && risk >= RISKY && (
          <Tag tone="warning">
            {words.lines.risk} {Math.round(risk * 100)} %
          </Tag>
        )}
        <ActionStatusTag status={action.status} isRead={isRead} />
      </span>
      <span className={classes.time}>
        <Moment at={action.createdAt} />
      </span>
    </button>
  );
}

interface ReadsLineProps extends Selectable {
  readonly line: Extract<Line, { kind: 'reads' }>;
}

export function ReadsLine({ line: { reads, isOpen }, isCurrent, onClick }: ReadsLineProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className={`${classes.line} ${classes.fold} ${isCurrent ? classes.current : ''}`}
      aria-expanded={isOpen}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
    >
      <span className={classes.number}>
        <Chevron size={14} aria-hidden />
      </span>
      <span className={classes.count}>
        {reads.length} {words.lines.reads}
      </span>
      <span className={classes.arguments}>
        <UntrustedText>{cut(namesOf(reads), SHOWN_OF_ARGUMENTS)}</UntrustedText>
      </span>
    </button>
  );
}

const cut = (text: string, length: number) => (text.length > length ? `${[...text.slice(0, length)].join('')}…` : text);
