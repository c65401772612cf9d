import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../../ui/page-head';
import { type Search, useUrlState } from '../../../ui/url-state';
import { Empty } from '../../../ui/view';
import { sessionsWords as words } from '../../../words';
import { actionsQuery } from '../api';
import { Column } from './column';
import classes from './compare.module.css';
import { onlyIn } from './only-here';

const read = ({ a, b }: Search) => ({ a: a ?? '', b: b ?? '' });

/** Shows the calls of two sessions side by side. */
export default function ComparePage() {
  const [{ a, b }] = useUrlState(read);
  return (
    <div className={classes.page}>
      <PageHead title={words.comparing}>{words.compareLead}</PageHead>
      {a && b ? <Both a={a} b={b} /> : <Empty title={words.pickAnother} />}
    </div>
  );
}

function Both({ a, b }: { a: string; b: string }) {
  const left = useQuery(actionsQuery(a, 0));
  const right = useQuery(actionsQuery(b, 0));
  const [ofLeft, ofRight] = [left.data?.actions ?? [], right.data?.actions ?? []];
  const isKnown = left.data !== undefined && right.data !== undefined;
  const none: ReadonlySet<string> = new Set();
  const onlyLeft = isKnown ? onlyIn(ofLeft, ofRight) : none;
  const onlyRight = isKnown ? onlyIn(ofRight, ofLeft) : none;
  return (
    <>
      {isKnown && <p className={classes.same}>{words.sameCalls(ofLeft.length - onlyLeft.size)}</p>}
      <div className={classes.columns}>
        <Column id={a} query={left} only={onlyLeft} />
        <Column id={b} query={right} only={onlyRight} />
      </div>
    </>
  );
}
