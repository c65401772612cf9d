import type { Attention } from '../../api/attention';
import { Countdown } from '../../ui/countdown';
import { Section } from '../../ui/page';
import { Sentence } from '../../ui/sentence';
import { UntrustedText } from '../../ui/untrusted-text';
import { startWords as words } from '../../words';
import classes from './start.module.css';
import { StartRow } from './start-row';

/** Lists the pending approvals by kind, the oldest first. */
export function PendingApprovals({ approvals }: Pick<Attention, 'approvals'>) {
  const { count, isMore, kinds } = approvals;
  return (
    <Section title={words.waiting} lead={count > 0 && words.pending(count, isMore)}>
      {kinds.length === 0 ? (
        <p className={classes.none}>{words.nothingWaits}</p>
      ) : (
        <ol className={classes.list}>
          {kinds.map(({ apiName, count: times, oldest }) => (
            <StartRow
              key={oldest.id}
              to="/approvals"
              search={{ selected: oldest.id }}
              title={<Sentence call={{ apiName, summary: oldest.summary }} />}
              at={<Countdown deadline={Date.parse(oldest.expiresAt)} word={words.waitingPart.left} />}
              more={
                <>
                  <UntrustedText>{oldest.agentId}</UntrustedText>
                  {times > 1 && (
                    <>
                      {' · '}
                      {words.ofKind(times)} {words.waitingPart.of} <UntrustedText>{apiName}</UntrustedText>
                    </>
                  )}
                </>
              }
            />
          ))}
        </ol>
      )}
    </Section>
  );
}
