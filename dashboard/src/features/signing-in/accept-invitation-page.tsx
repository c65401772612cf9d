import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { take } from '../../api/landing';
import { Form } from '../../ui/form';
import { signInWords as words } from '../../words';
import { useContinue } from './after-sign-in';
import { joinWithAccount } from './api';
import { EmailField, PasswordField } from './fields';
import { Frame } from './frame';
import classes from './frame.module.css';
import { JoinAsNewUser, type JoinProps } from './join-as-new-user';
import { SignedInAlready } from './signed-in-already';

/** Accepts a mailed invitation with a new account, or with the one that the person has. */
export default function AcceptInvitationPage() {
  const [token] = useState(() => take('token'));
  const [hasAccount, setHasAccount] = useState(false);
  const goOn = useContinue();
  return (
    <Frame
      title={words.acceptInvitationPage.title}
      foot={!token && <Link to="/sign-in">{words.acceptInvitationPage.signIn}</Link>}
    >
      {!token && <p className={classes.note}>{words.acceptInvitationPage.noLink}</p>}
      {token && hasAccount && <JoinWithAccount token={token} goOn={goOn} />}
      {token && !hasAccount && (
        <SignedInAlready>
          <JoinAsNewUser token={token} goOn={goOn} />
        </SignedInAlready>
      )}
      {token && (
        <Button variant="subtle" className={classes.switch} onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? words.acceptInvitationPage.noAccount : words.acceptInvitationPage.hasAccount}
        </Button>
      )}
    </Frame>
  );
}

function JoinWithAccount({ token, goOn }: JoinProps) {
  return (
    <>
      <p>{words.joinWithAccount.lead}</p>
      <Form
        submit={words.joinWithAccount.join}
        send={({ email = '', password = '' }) => joinWithAccount(token, { email, password })}
        onDone={goOn}
      >
        {(wrong) => (
          <>
            <EmailField label={words.joinWithAccount.email} error={wrong('email')} />
            <PasswordField label={words.joinWithAccount.password} error={wrong('password')} />
          </>
        )}
      </Form>
    </>
  );
}
