import type { Schemas } from '../api/wire';
import { Tag, type Tone } from './tag';

type Reversibility = Schemas['RegistryEntry']['reversibility'];

const WORDS: Readonly<Record<Reversibility, readonly [word: string, tone: Tone]>> = {
  exact: ['Restored exactly', 'good'],
  compensating: ['Partly reversible', 'warning'],
  none: ['Cannot be undone', 'danger'],
};

/** Shows how completely an operation can be undone. */
export function ReversibilityTag({ reversibility }: { reversibility: Reversibility }) {
  const [word, tone] = WORDS[reversibility];
  return <Tag tone={tone}>{word}</Tag>;
}
