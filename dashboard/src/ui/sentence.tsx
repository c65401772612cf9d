import { emphasized } from './emphasis';
import classes from './sentence.module.css';
import { UntrustedText } from './untrusted-text';

interface SentenceProps {
  readonly call: { readonly apiName: string; readonly summary?: string | null };
}

/** A call as a sentence, in which money, counts, tables, paths and recipients stand out; without one, its name. */
export function Sentence({ call: { apiName, summary } }: SentenceProps) {
  if (!summary) return <UntrustedText>{apiName}</UntrustedText>;
  return (
    <span className={classes.sentence}>
      {emphasized(summary).map((part, index) => {
        const Part = index % 2 === 1 ? 'b' : 'span';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
          <Part key={index}>
            <UntrustedText revealed>{part}</UntrustedText>
          </Part>
        );
      })}
    </span>
  );
}
