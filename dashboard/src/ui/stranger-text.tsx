import { reveal } from './reveal';
import classes from './stranger-text.module.css';

/** What an agent or a provider wrote: as text, with hidden characters marked, on its own direction. */
export function StrangerText({ children, revealed = false }: { children: string; revealed?: boolean }) {
  const parts = (revealed ? children : reveal(children)).split(/(⟦U\+[0-9A-F]{4,6}⟧)/);
  return (
    <bdi className={classes.text}>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <mark key={index} className={classes.hidden} title="A character that is not visible">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </bdi>
  );
}
