import type { Schemas } from '../api/wire';
import { commonWords as words } from '../words';
import { Tag, type Tone } from './tag';

type Reversibility = Schemas['RegistryEntry']['reversibility'];

const WORDS: Readonly<Record<Reversibility, readonly [word: string, tone: Tone]>> = {
  exact: [words.reversibility.exact, 'good'],
  compensating: [words.reversibility.compensating, 'warning'],
  none: [words.reversibility.impossible, 'danger'],
};

/** Shows how completely an operation can be undone. */
export function ReversibilityTag({ reversibility }: { reversibility: Reversibility }) {
  const [word, tone] = WORDS[reversibility];
  return <Tag tone={tone}>{word}</Tag>;
}
