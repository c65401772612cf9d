// biome-ignore lint/style/noRestrictedImports: the one menu, which closes the gate while it is open
import { Menu, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Keyboard, LogOut, MailWarning, Moon, Settings2, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { signOut } from '../api/sign-out';
import { signedOut } from '../api/signed-out';
import type { Me } from '../api/wire';
import { useClosedGate } from '../keyboard/gate';
import { UntrustedText } from '../ui/untrusted-text';
import { shellWords as words } from '../words';
import classes from './account-menu.module.css';

interface AccountMenuProps {
  readonly me: Me;
  readonly showKeys: () => void;
  /** The button that opens and closes the menu. */
  readonly children: ReactNode;
}

/** Shows the signed-in operator, and the settings of their own account. */
export default function AccountMenu({ me, showKeys, children }: AccountMenuProps) {
  const [isOpen, setIsOpen] = useState(true);
  useClosedGate(isOpen);
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const leave = useMutation({ mutationFn: signOut, onSuccess: signedOut.announce });
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-end" width={230} shadow="md">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <strong>
            <UntrustedText>{me.user.name}</UntrustedText>
          </strong>
          <UntrustedText>{me.user.email}</UntrustedText>
        </div>
        <Menu.Divider />
        {!me.user.emailVerified && (
          <Menu.Item leftSection={<MailWarning size={15} />} component={Link} to="/verify-email">
            {words.accountMenu.verifyEmail}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={isDark ? <Sun size={15} /> : <Moon size={15} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? words.accountMenu.light : words.accountMenu.dark}
        </Menu.Item>
        <Menu.Item leftSection={<Keyboard size={15} />} onClick={showKeys}>
          {words.accountMenu.keyboardShortcuts}
        </Menu.Item>
        <Menu.Item leftSection={<Settings2 size={15} />} component={Link} to="/preferences">
          {words.accountMenu.preferences}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={15} />} onClick={() => leave.mutate()}>
          {words.accountMenu.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
