import { commonWords as words } from '../words';
import { reveal } from './reveal';
import classes from './untrusted-text.module.css';

/**
 * Shows a text that an agent or a provider wrote: as text, with marks for characters that show as nothing, as a blank
 * or as another one, in its own direction.
 */
export function UntrustedText({ children, revealed = false }: { children: string; revealed?: boolean }) {
  const parts = (revealed ? children : reveal(children)).split(/(⟦U\+[0-9A-F]{4,6}(?:×\d+)?⟧)/);
  return (
    <bdi className={classes.text}>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
            key={index}
            className={classes.hidden}
            title={words.untrustedText.hidden}
          >
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </bdi>
  );
}
