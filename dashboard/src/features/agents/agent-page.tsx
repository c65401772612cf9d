import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useState } from 'react';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { useCommands } from '../../keyboard/use-commands';
import { Confirm } from '../../ui/confirm';
import { cut } from '../../ui/cut';
import { Moment } from '../../ui/moment';
import pageClasses from '../../ui/page.module.css';
import { SubjectHead } from '../../ui/subject-head';
import { UntrustedText } from '../../ui/untrusted-text';
import { type Search, useUrlState } from '../../ui/url-state';
import { View } from '../../ui/view';
import { agentWords as words } from '../../words';
import classes from './agent-page.module.css';
import { AgentTags } from './agent-tags';
import { type Agent, agentQuery, removeAgent } from './api';
import { Level } from './level';
import { Pause } from './pause';
import { Sessions } from './sessions';
import { readSince } from './since';
import { UndoSince } from './undo/undo-since';

const RegisterDialog = lazyOverlay(() => import('./register-dialog'));

const SHOWN_OF_NAME = 200;

const read = ({ undo, since }: Search) => ({
  isUndone: undo === 'yes' || since !== undefined,
  since: readSince(since, Date.now()),
});

/** One agent: its sessions, the switch that stops it, and the undo of its changes since a chosen time. */
export default function AgentPage() {
  const { agentId = '' } = useParams({ strict: false }) as { agentId?: string };
  const query = useQuery(agentQuery(agentId));
  return (
    <div className={pageClasses.page}>
      <View query={query} label={words.agentPage.loading}>
        {(agent) => <Shown key={agentId} agent={agent} />}
      </View>
    </div>
  );
}

type Open = 'edit' | 'delete' | null;

function Shown({ agent }: { agent: Agent }) {
  const { id, slug, displayName, description, sessions, lastSeenAt, createdAt, registered } = agent;
  const [{ isUndone, since }, change] = useUrlState(read);
  const [open, setOpen] = useState<Open>(null);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const close = () => setOpen(null);
  const all = () => void navigate({ to: '/agents' } as never);
  const undo = () => change({ undo: 'yes' }, { step: true });
  const leaveUndo = () => change({ undo: undefined, since: undefined });
  useCommands(words.agentPage.agent, [
    !isUndone && { keys: 'u', label: words.agentPage.undoCommand, run: undo },
    { keys: 'e', label: words.agentPage.editCommand, run: () => setOpen('edit') },
    {
      keys: 'Escape',
      label: isUndone ? words.agentPage.backToAgent : words.agentPage.back,
      run: isUndone ? leaveUndo : all,
    },
  ]);
  return (
    <>
      <SubjectHead
        back={{ to: '/agents', label: words.agentPage.all }}
        title={<UntrustedText>{cut(displayName, SHOWN_OF_NAME)}</UntrustedText>}
        tags={<AgentTags agent={agent} />}
        actions={
          <>
            <Pause agent={agent} />
            {!isUndone && (
              <Button variant="default" leftSection={<History size={14} />} onClick={undo}>
                {words.agentPage.undoSince}
              </Button>
            )}
            <Button variant="default" onClick={() => setOpen('edit')}>
              {registered ? words.agentPage.edit : words.agentPage.register}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setOpen('delete')}>
              {words.agentPage.delete}
            </Button>
          </>
        }
      >
        {description && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys
          <p className={classes.description} tabIndex={0}>
            <UntrustedText>{description}</UntrustedText>
          </p>
        )}
        <p className={classes.facts}>
          <code>{slug}</code>
          <span>
            {sessions === 1 ? words.agentPage.oneSession : words.agentPage.sessions(sessions.toLocaleString('en'))}
          </span>
          <span>
            {words.agentPage.lastSeen} {lastSeenAt ? <Moment at={lastSeenAt} /> : words.agentPage.never}
          </span>
          <span>
            {words.agentPage.knownSince} <Moment at={createdAt} />
          </span>
        </p>
      </SubjectHead>
      {isUndone ? (
        <UndoSince
          key={since}
          agent={agent}
          since={since}
          choose={(moment) => change({ undo: 'yes', since: moment })}
          leave={leaveUndo}
        />
      ) : (
        <>
          <Level agent={agent} />
          <Sessions agent={agent} />
        </>
      )}
      {open === 'edit' && <RegisterDialog agent={agent} close={close} />}
      {open === 'delete' && (
        <Confirm
          title={words.agentPage.deleteTitle}
          confirm={words.agentPage.deleteTitle}
          run={() => removeAgent(id)}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: ['agents', 'list'] });
            all();
          }}
          close={close}
        >
          <p>
            {words.agentPage.deleteLead} <code>{slug}</code> {words.agentPage.deleteConsequence}
          </p>
        </Confirm>
      )}
    </>
  );
}
