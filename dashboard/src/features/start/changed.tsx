import type { Attention } from '../../api/attention';
import { Moment } from '../../ui/moment';
import { Section } from '../../ui/page';
import { StrangerText } from '../../ui/stranger-text';
import { startWords as words } from '../../words';
import { Line } from './line';
import classes from './start.module.css';

interface ChangedProps {
  readonly since: string | null;
  readonly changes: NonNullable<Attention['changes']>;
}

/** Lists the changes that other people, and the operator elsewhere, made since the last visit. */
export function Changed({ since, changes }: ChangedProps) {
  return (
    <Section title={words.changed} lead={since && <Moment at={since} />}>
      {since === null || changes.length === 0 ? (
        <p className={classes.none}>{since === null ? words.noVisit : words.nothingChanged}</p>
      ) : (
        <ol className={classes.list}>
          {changes.map(({ sequence, action, by, createdAt }) => (
            <Line
              key={sequence}
              to="/audit"
              search={{ entry: String(sequence) }}
              title={<StrangerText>{action}</StrangerText>}
              more={<StrangerText>{by}</StrangerText>}
              at={<Moment at={createdAt} />}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}
