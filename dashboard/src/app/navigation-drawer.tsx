// biome-ignore lint/style/noRestrictedImports: the one drawer, which is a lazy overlay
import { Drawer } from '@mantine/core';
import type { Me } from '../api/wire';
import { StrangerText } from '../ui/stranger-text';
import { shellWords as words } from '../words';
import { Navigation } from './navigation';

interface NavigationDrawerProps {
  readonly organization: Me['organization'];
  readonly close: () => void;
}

/** The navigation of a narrow screen. */
export default function NavigationDrawer({ organization, close }: NavigationDrawerProps) {
  return (
    <Drawer opened onClose={close} size={260} title={<StrangerText>{organization.name}</StrangerText>} padding="sm">
      <nav aria-label={words.navigationDrawer.title}>
        <Navigation plan={organization.plan} onLeave={close} />
      </nav>
    </Drawer>
  );
}
