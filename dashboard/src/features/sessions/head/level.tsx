import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemNote } from '../../../ui/problem-note';
import { ScoreHistory } from '../../../ui/score-history';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords } from '../../../words';
import { type Intent, intentQuery, markSession } from '../api';
import classes from './level.module.css';
import { levelWords } from './level-words';

/** Explains the verdict: the score beside the level of the agent, and the operator's mark. */
export function Level({ id, intent }: { id: string; intent: Intent }) {
  const queryClient = useQueryClient();
  const mark = useMutation({
    mutationFn: (said: 'fine' | 'drift') => markSession(id, said),
    onSettled: () => queryClient.invalidateQueries({ queryKey: intentQuery(id).queryKey }),
  });
  const [latest] = intent.feedback;
  return (
    <section className={classes.level} aria-label={sessionsWords.level.title}>
      <ScoreHistory counts={intent.level.history} />
      <p>{levelWords(intent)}</p>
      {latest && (
        <p>
          {sessionsWords.level.markedAs} {latest.mark} {sessionsWords.level.by}{' '}
          <UntrustedText>{latest.markedBy}</UntrustedText>
        </p>
      )}
      <div className={classes.buttons}>
        <Button size="compact-xs" variant="default" loading={mark.isPending} onClick={() => mark.mutate('fine')}>
          {sessionsWords.level.markFine}
        </Button>
        <Button size="compact-xs" variant="default" loading={mark.isPending} onClick={() => mark.mutate('drift')}>
          {sessionsWords.level.markDrift}
        </Button>
      </div>
      {mark.error && <ProblemNote error={mark.error} />}
    </section>
  );
}
