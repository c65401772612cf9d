import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { sessionsWords as words } from '../../../words';
import type { Intent } from '../api';
import { idOf, type Line } from './fold';
import { ActionLine, ReadsLine } from './lines';
import classes from './timeline.module.css';

interface TimelineProps {
  readonly lines: readonly Line[];
  /** The index of the selected line; -1 if there is none. */
  readonly current: number;
  readonly intent: Intent | undefined;
  readonly select: (line: Line) => void;
  readonly onEnd: () => void;
}

const HEIGHT = 38;
const HEIGHT_ON_PHONE = 56;
const AHEAD = 30;

/** Renders only the lines on the screen: a session may have thousands. */
export function Timeline({ lines, current, intent, select, onEnd }: TimelineProps) {
  const scroller = useRef<HTMLElement>(null);
  const isPhone = useMediaQuery('(max-width: 760px)');
  const height = isPhone ? HEIGHT_ON_PHONE : HEIGHT;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => keyOf(lines[index]),
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights of all lines change with the width of the screen
  useEffect(() => virtual.measure(), [height]);
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current, { align: 'auto' });
  }, [current, virtual]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lines.length > 0 && last >= lines.length - AHEAD) onEnd();
  }, [last, lines.length, onEnd]);
  const risks = new Map(intent?.actions.map(({ actionId, risk }) => [actionId, risk]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={words.timeline.timeline}>
      <ol className={classes.lines} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <li
              key={key}
              className={classes.place}
              style={{ height, transform: `translateY(${start}px)` }}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
            >
              {line.kind === 'reads' ? (
                <ReadsLine line={line} isCurrent={index === current} onClick={() => select(line)} />
              ) : (
                <ActionLine
                  line={line}
                  isCurrent={index === current}
                  risk={risks.get(line.action.id)}
                  isOnset={intent?.driftOnsetActionId === line.action.id}
                  onClick={() => select(line)}
                />
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const keyOf = (line: Line | undefined) => (line ? `${line.kind} ${idOf(line)}` : '');
