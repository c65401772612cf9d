import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { take } from '../../api/landing';
import { useGoOn } from './after-sign-in';
import { Frame } from './frame';
import classes from './frame.module.css';
import { JoinAnew } from './join-anew';
import { JoinWithAccount } from './join-with-account';
import { SignedInAlready } from './signed-in-already';

/** Accepts a mailed invitation with a new account, or with the one that the person has. */
export default function AcceptInvitationPage() {
  const [token] = useState(() => take('token'));
  const [hasAccount, setHasAccount] = useState(false);
  const goOn = useGoOn();
  return (
    <Frame title="Join the organization" foot={!token && <Link to="/sign-in">Sign in</Link>}>
      {!token && (
        <p className={classes.note}>
          This page needs the link from the mail. Open it again, or ask the person who invites you for another one.
        </p>
      )}
      {token && hasAccount && <JoinWithAccount token={token} goOn={goOn} />}
      {token && !hasAccount && (
        <SignedInAlready>
          <JoinAnew token={token} goOn={goOn} />
        </SignedInAlready>
      )}
      {token && (
        <Button variant="subtle" className={classes.switch} onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? 'I have no account yet' : 'I have an account already'}
        </Button>
      )}
    </Frame>
  );
}
