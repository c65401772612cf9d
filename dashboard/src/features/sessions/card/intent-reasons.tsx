import { useQuery } from '@tanstack/react-query';
import { includes, useMe } from '../../../api/me';
import { UntrustedText } from '../../../ui/untrusted-text';
import { View } from '../../../ui/view';
import { sessionsWords as words } from '../../../words';
import { type Intent, intentQuery } from '../api';
import classes from './action-card.module.css';
import { Section } from './section';

interface IntentReasonsProps {
  readonly sessionId: string;
  readonly actionId: string;
}

/** Shows the distance of the call from the session's stated intent, and the reasons. */
export function IntentReasons({ sessionId, actionId }: IntentReasonsProps) {
  const { data: me } = useMe();
  return (
    <Section title={words.intentReasons.title}>
      {me && includes(me.organization.plan, 'TEAM') ? (
        <Reasons sessionId={sessionId} actionId={actionId} />
      ) : (
        <p className={classes.none}>
          {words.intentReasons.locked} <a href="/dashboard/usage">{words.intentReasons.plansLink}</a>
        </p>
      )}
    </Section>
  );
}

function Reasons({ sessionId, actionId }: IntentReasonsProps) {
  const query = useQuery(intentQuery(sessionId));
  return (
    <View query={query} label={words.intentReasons.loading}>
      {({ actions }) => <Found found={actions.find((one) => one.actionId === actionId)} />}
    </View>
  );
}

function Found({ found }: { found: Intent['actions'][number] | undefined }) {
  if (!found) return <p className={classes.none}>{words.intentReasons.none}</p>;
  return (
    <>
      <p className={classes.line}>
        {words.intentReasons.risk} {Math.round(found.risk * 100)} %
      </p>
      <ul className={classes.reasons}>
        {found.reasons.map(({ code, message, evidence }) => (
          <li key={`${code} ${evidence}`}>
            <UntrustedText>{message}</UntrustedText>
            {evidence && (
              <code>
                <UntrustedText>{evidence}</UntrustedText>
              </code>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
