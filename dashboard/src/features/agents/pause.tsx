import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { OctagonPause, Play } from 'lucide-react';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm';
import { ProblemNote } from '../../ui/problem-note';
import { agentWords as words } from '../../words';
import { type Agent, changeAgent } from './api';
import classes from './pause.module.css';

interface PauseProps {
  readonly agent: Agent;
  /** Names the agent to a screen reader, where several are listed. */
  readonly isNamed?: boolean;
}

/** The one red switch: a pause holds immediately and asks nothing. Resuming the agent asks for a confirmation. */
export function Pause({ agent: { id, slug, status }, isNamed }: PauseProps) {
  const [isAsked, setIsAsked] = useState(false);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['agents'] });
  const pausing = useMutation({ mutationFn: () => changeAgent(id, { status: 'PAUSED' }), onSettled: refresh });
  const name = isNamed ? ` ${slug}` : '';
  return (
    <div className={isNamed ? `${classes.pause} ${classes.inRow}` : classes.pause}>
      {status === 'ACTIVE' ? (
        <Button
          color="red"
          leftSection={<OctagonPause size={15} />}
          aria-label={isNamed ? words.pause.pauseOf(name) : undefined}
          loading={pausing.isPending}
          onClick={() => pausing.mutate()}
        >
          {words.pause.pause}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<Play size={14} />}
          aria-label={isNamed ? words.pause.resumeOf(name) : undefined}
          onClick={() => setIsAsked(true)}
        >
          {words.pause.resumeAsking}
        </Button>
      )}
      {pausing.error && <ProblemNote error={pausing.error} />}
      {isAsked && (
        <Confirm
          title={words.pause.title}
          confirm={words.pause.confirm}
          run={() => changeAgent(id, { status: 'ACTIVE' })}
          onDone={() => {
            setIsAsked(false);
            void refresh();
          }}
          close={() => setIsAsked(false)}
        >
          <p>
            <code>{slug}</code> {words.pause.consequence}
          </p>
        </Confirm>
      )}
    </div>
  );
}
