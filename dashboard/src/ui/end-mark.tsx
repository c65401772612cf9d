import { useEffect, useEffectEvent, useRef } from 'react';
import classes from './end-mark.module.css';

/** Stands at the end of a text, and calls `onSeen` as soon as this end was on the screen. */
export function EndMark({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) seen();
    });
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} className={classes.mark} />;
}
