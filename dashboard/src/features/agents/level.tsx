import { useQuery } from '@tanstack/react-query';
import { includes, useMe } from '../../api/me';
import { Section } from '../../ui/page';
import { ScoreHistory } from '../../ui/score-history';
import { View } from '../../ui/view';
import { agentWords } from '../../words';
import { type Agent, levelQuery } from './api';
import classes from './level.module.css';
import { levelWords } from './level-words';

/** Shows the drift score from which a session of the agent is marked as drifted, and the scores of its sessions. */
export function Level({ agent }: { agent: Agent }) {
  const { data: me } = useMe();
  return me && includes(me.organization.plan, 'TEAM') ? <Learned agent={agent} /> : null;
}

function Learned({ agent: { slug } }: { agent: Agent }) {
  const query = useQuery(levelQuery(slug));
  return (
    <Section title={agentWords.level.title} lead={agentWords.level.lead}>
      <View query={query} label={agentWords.level.loading}>
        {(level) => (
          <div className={classes.level}>
            {level && <ScoreHistory counts={level.history} />}
            <p>{levelWords(level)}</p>
          </div>
        )}
      </View>
    </Section>
  );
}
