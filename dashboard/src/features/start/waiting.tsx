import type { Attention } from '../../api/attention';
import { Countdown } from '../../ui/countdown';
import { Section } from '../../ui/page';
import { StrangerText } from '../../ui/stranger-text';
import { startWords as words } from '../../words';
import { Line } from './line';
import classes from './start.module.css';

/** Lists the pending approvals by kind, the oldest first. */
export function Waiting({ approvals }: Pick<Attention, 'approvals'>) {
  const { count, isMore, kinds } = approvals;
  return (
    <Section title={words.waiting} lead={count > 0 && words.pending(count, isMore)}>
      {kinds.length === 0 ? (
        <p className={classes.none}>{words.nothingWaits}</p>
      ) : (
        <ol className={classes.list}>
          {kinds.map(({ apiName, count: times, oldest }) => (
            <Line
              key={oldest.id}
              to="/approvals"
              search={{ selected: oldest.id }}
              title={<StrangerText revealed>{oldest.summary}</StrangerText>}
              at={<Countdown deadline={Date.parse(oldest.expiresAt)} word={words.waitingPart.left} />}
              more={
                <>
                  <StrangerText>{oldest.agentId}</StrangerText>
                  {times > 1 && (
                    <>
                      {' · '}
                      {words.ofKind(times)} {words.waitingPart.of} <StrangerText>{apiName}</StrangerText>
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
