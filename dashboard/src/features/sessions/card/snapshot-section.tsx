import { JsonBlock } from '../../../ui/json-block';
import { Moment } from '../../../ui/moment';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords as words } from '../../../words';
import type { Action } from '../api';
import classes from './action-card.module.css';
import { Section } from './section';

export function SnapshotSection({ title, snapshot }: { title: string; snapshot: Action['snapshot'] }) {
  if (!snapshot)
    return (
      <Section title={title}>
        <p className={classes.none}>{words.snapshotSection.none}</p>
      </Section>
    );
  const { captureFailed, reason, capturedAt, resource, content } = snapshot;
  return (
    <Section title={title}>
      {captureFailed ? (
        <p className={classes.line}>
          <Tag tone="warning">{words.snapshotSection.captureFailed}</Tag>
          {reason && <UntrustedText>{reason}</UntrustedText>}
        </p>
      ) : (
        <>
          {capturedAt && (
            <p className={classes.line}>
              {words.snapshotSection.captured} <Moment at={capturedAt} />
            </p>
          )}
          <JsonBlock label={words.snapshotSection.resource(title)} value={resource} />
          {content !== undefined && content !== null && (
            <JsonBlock label={words.snapshotSection.content(title)} value={content} />
          )}
        </>
      )}
    </Section>
  );
}
