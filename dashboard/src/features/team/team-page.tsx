import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { includes, useMe } from '../../api/me';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { useCommands } from '../../keyboard/use-commands';
import { Page, Section } from '../../ui/page';
import { Empty } from '../../ui/view';
import { teamWords as words } from '../../words';
import { Invitations } from './invitations';
import { Members } from './members';

const Invite = lazyOverlay(() => import('./invite'));

/** The members of the organization, and its invitations. */
export default function TeamPage() {
  const { data: me } = useMe();
  const [isInviting, setIsInviting] = useState(false);
  const mayInvite = me !== undefined && includes(me.organization.plan, 'TEAM');
  useCommands(words.teamPage.team, [
    mayInvite && { keys: 'n', label: words.teamPage.inviteAPerson, run: () => setIsInviting(true) },
  ]);
  if (!me) return null;
  return (
    <Page
      title={words.teamPage.team}
      lead={words.teamPage.everyMemberMayDoEverything}
      actions={mayInvite && <Button onClick={() => setIsInviting(true)}>{words.teamPage.invite}</Button>}
    >
      {mayInvite ? (
        <Members me={me.user.id} />
      ) : (
        <Empty title={words.teamPage.invitingColleaguesRequiresTeam}>
          <p>
            {words.teamPage.thisOrganizationHasThePlan} {me.organization.plan}.{' '}
            <Link to="/usage">{words.teamPage.usageAndBilling}</Link> {words.teamPage.showsWhatEachPlanIncludes}
          </p>
        </Empty>
      )}
      <Section title={words.teamPage.invitations} lead={words.teamPage.aLinkInAMail}>
        <Invitations />
      </Section>
      {isInviting && <Invite close={() => setIsInviting(false)} />}
    </Page>
  );
}
