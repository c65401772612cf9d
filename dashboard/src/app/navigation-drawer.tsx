import { Drawer } from '@mantine/core';
import type { Me } from '../api/wire';
import { Navigation } from './navigation';

interface NavigationDrawerProps {
  readonly organization: Me['organization'];
  readonly close: () => void;
}

/** The navigation of a narrow screen. */
export default function NavigationDrawer({ organization, close }: NavigationDrawerProps) {
  return (
    <Drawer opened onClose={close} size={260} title={organization.name} padding="sm">
      <nav aria-label="Pages">
        <Navigation plan={organization.plan} onLeave={close} />
      </nav>
    </Drawer>
  );
}
