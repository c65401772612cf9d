import type { Attention } from '../../api/attention';
import { Moment } from '../../ui/moment';
import { Section } from '../../ui/page';
import { UntrustedText } from '../../ui/untrusted-text';
import { startWords as words } from '../../words';
import classes from './start.module.css';
import { StartRow } from './start-row';

interface RecentChangesProps {
  readonly since: string | null;
  readonly changes: NonNullable<Attention['changes']>;
}

/** Lists the changes that other people, and the operator elsewhere, made since the last visit. */
export function RecentChanges({ since, changes }: RecentChangesProps) {
  return (
    <Section title={words.changed} lead={since && <Moment at={since} />}>
      {since === null || changes.length === 0 ? (
        <p className={classes.none}>{since === null ? words.noVisit : words.nothingChanged}</p>
      ) : (
        <ol className={classes.list}>
          {changes.map(({ sequence, action, by, createdAt }) => (
            <StartRow
              key={sequence}
              to="/audit"
              search={{ entry: String(sequence) }}
              title={<UntrustedText>{action}</UntrustedText>}
              more={<UntrustedText>{by}</UntrustedText>}
              at={<Moment at={createdAt} />}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}
