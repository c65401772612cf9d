import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { includes, useMe } from '../../api/me';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { useCommands } from '../../keyboard/use-commands';
import { Page, Section } from '../../ui/page';
import { Empty } from '../../ui/view';
import { teamWords as words } from '../../words';
import { Groups } from './groups';
import { Invitations } from './invitations';
import { Members } from './members';

const Invite = lazyOverlay(() => import('./invite'));

/** The members of the organization, and its invitations. */
export default function TeamPage() {
  const { data: me } = useMe();
  const [isInviting, setIsInviting] = useState(false);
  const mayInvite = me !== undefined && includes(me.organization.plan, 'TEAM');
  useCommands(words.teamPage.title, [
    mayInvite && { keys: 'n', label: words.teamPage.inviteCommand, run: () => setIsInviting(true) },
  ]);
  if (!me) return null;
  return (
    <Page
      title={words.teamPage.title}
      lead={words.teamPage.lead}
      actions={mayInvite && <Button onClick={() => setIsInviting(true)}>{words.teamPage.invite}</Button>}
    >
      {mayInvite ? (
        <>
          <Members me={me.user.id} />
          <Groups />
        </>
      ) : (
        <Empty title={words.teamPage.locked}>
          <p>
            {words.teamPage.plan} {me.organization.plan}. <Link to="/usage">{words.teamPage.plansLink}</Link>{' '}
            {words.teamPage.plansNote}
          </p>
        </Empty>
      )}
      <Section title={words.teamPage.invitations} lead={words.teamPage.invitationsLead}>
        <Invitations />
      </Section>
      {isInviting && <Invite close={() => setIsInviting(false)} />}
    </Page>
  );
}
