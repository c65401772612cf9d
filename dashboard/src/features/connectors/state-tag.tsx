import { Tag, type Tone } from '../../ui/tag';
import { connectorWords as words } from '../../words';
import type { State } from './connectors';

export const STATE_WORDS: Readonly<Record<State, readonly [word: string, tone: Tone]>> = {
  unhealthy: [words.stateTag.failing, 'danger'],
  healthy: [words.stateTag.works, 'good'],
  stored: [words.stateTag.notChecked, 'warning'],
  unconfigured: [words.stateTag.noCredential, 'quiet'],
};

export function StateTag({ state }: { state: State }) {
  const [word, tone] = STATE_WORDS[state];
  return <Tag tone={tone}>{word}</Tag>;
}
