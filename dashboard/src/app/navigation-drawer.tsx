// biome-ignore lint/style/noRestrictedImports: the one drawer, which is a lazy overlay
import { Drawer } from '@mantine/core';
import type { Me } from '../api/wire';
import { UntrustedText } from '../ui/untrusted-text';
import { shellWords as words } from '../words';
import { Navigation } from './navigation';

interface NavigationDrawerProps {
  readonly organization: Me['organization'];
  readonly close: () => void;
}

/** The navigation of a narrow screen. */
export default function NavigationDrawer({ organization, close }: NavigationDrawerProps) {
  return (
    <Drawer opened onClose={close} size={260} title={<UntrustedText>{organization.name}</UntrustedText>} padding="sm">
      <nav aria-label={words.navigationDrawer.title}>
        <Navigation plan={organization.plan} onLeave={close} />
      </nav>
    </Drawer>
  );
}
