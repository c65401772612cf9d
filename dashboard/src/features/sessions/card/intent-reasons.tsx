import { useQuery } from '@tanstack/react-query';
import { includes, useMe } from '../../../api/me';
import { StrangerText } from '../../../ui/stranger-text';
import { View } from '../../../ui/view';
import { type Intent, intentQuery } from '../api/intent';
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
    <Section title="Compared with the intent">
      {me && includes(me.organization.plan, 'TEAM') ? (
        <Reasons sessionId={sessionId} actionId={actionId} />
      ) : (
        <p className={classes.none}>
          Comes with the plan TEAM. <a href="/dashboard/usage">Usage and billing</a>
        </p>
      )}
    </Section>
  );
}

function Reasons({ sessionId, actionId }: IntentReasonsProps) {
  const query = useQuery(intentQuery(sessionId));
  return (
    <View query={query} label="the comparison with the intent">
      {({ actions }) => <Found found={actions.find((one) => one.actionId === actionId)} />}
    </View>
  );
}

function Found({ found }: { found: Intent['actions'][number] | undefined }) {
  if (!found) return <p className={classes.none}>The call was not compared.</p>;
  return (
    <>
      <p className={classes.line}>Risk {Math.round(found.risk * 100)} %</p>
      <ul className={classes.reasons}>
        {found.reasons.map(({ code, message, evidence }) => (
          <li key={`${code} ${evidence}`}>
            <StrangerText>{message}</StrangerText>
            {evidence && (
              <code>
                <StrangerText>{evidence}</StrangerText>
              </code>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
