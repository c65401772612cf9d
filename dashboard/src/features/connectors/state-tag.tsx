import { Tag, type Tone } from '../../ui/tag';
import type { State } from './connectors';

export const STATE_WORDS: Readonly<Record<State, readonly [word: string, tone: Tone]>> = {
  unhealthy: ['Does not work', 'danger'],
  healthy: ['Works', 'good'],
  stored: ['Not checked', 'warning'],
  unconfigured: ['No credential', 'quiet'],
};

export function StateTag({ state }: { state: State }) {
  const [word, tone] = STATE_WORDS[state];
  return <Tag tone={tone}>{word}</Tag>;
}
