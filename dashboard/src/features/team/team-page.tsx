import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { includes, useMe } from '../../api/me';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { useCommands } from '../../keyboard/use-commands';
import { Page, Section } from '../../ui/page';
import { Empty } from '../../ui/view';
import { Invitations } from './invitations';
import { Members } from './members';

const Invite = lazyOverlay(() => import('./invite'));

/** The members of the organization, and its invitations. */
export default function TeamPage() {
  const { data: me } = useMe();
  const [isInviting, setIsInviting] = useState(false);
  const mayInvite = me !== undefined && includes(me.organization.plan, 'TEAM');
  useCommands('Team', [mayInvite && { keys: 'n', label: 'Invite a person', run: () => setIsInviting(true) }]);
  if (!me) return null;
  return (
    <Page
      title="Team"
      lead="Every member may do everything that this dashboard does."
      actions={mayInvite && <Button onClick={() => setIsInviting(true)}>Invite</Button>}
    >
      {mayInvite ? (
        <Members me={me.user.id} />
      ) : (
        <Empty title="Inviting colleagues requires TEAM">
          <p>
            This organization has the plan {me.organization.plan}. <Link to="/usage">Usage and billing</Link> shows what
            each plan includes.
          </p>
        </Empty>
      )}
      <Section title="Invitations" lead="A link in a mail, good for seven days. It can be taken back until it is used.">
        <Invitations />
      </Section>
      {isInviting && <Invite close={() => setIsInviting(false)} />}
    </Page>
  );
}
