import { UnstyledButton } from '@mantine/core';
// biome-ignore lint/style/noRestrictedImports: the menu stays mounted, and closes the gate itself while it is open
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Me } from '../api/wire';
import { useClosedGate } from '../keyboard/gate';
import { shellWords as words } from '../words';
import classes from './account-menu.module.css';

const AccountMenu = lazy(() => import('./account-menu'));

/** The menu itself is loaded when it is first opened. */
export function AccountButton({ me, showKeys }: { me: Me; showKeys: () => void }) {
  const [wasOpened, setWasOpened] = useState(false);
  const button = (
    <UnstyledButton
      className={classes.face}
      aria-label={words.accountButton.accountOf(me.user.name)}
      aria-haspopup="menu"
      {...(!wasOpened && { onClick: () => setWasOpened(true) })}
    >
      {[...me.user.name][0]?.toUpperCase()}
    </UnstyledButton>
  );
  if (!wasOpened) return button;
  return (
    <Suspense fallback={<Opening>{button}</Opening>}>
      <AccountMenu me={me} showKeys={showKeys}>
        {button}
      </AccountMenu>
    </Suspense>
  );
}

function Opening({ children }: { children: ReactNode }) {
  useClosedGate();
  return children;
}
