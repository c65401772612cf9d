import type { ReceivedSpan } from './collector.js';

const ROW = 22;
const LEFT = 380;
const WIDTH = 980;
const COLOURS: Readonly<Record<string, string>> = { agent: '#0b7285', backstop: '#5f3dc4' };

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const startOf = (span: ReceivedSpan) => Number(BigInt(span.startTimeUnixNano) / 1_000n);
const endOf = (span: ReceivedSpan) => Number(BigInt(span.endTimeUnixNano) / 1_000n);

/** The spans below their parents, each with its depth, in the order of their beginning. */
export function asTree(spans: readonly ReceivedSpan[]): { span: ReceivedSpan; depth: number }[] {
  const sorted = spans.toSorted((a, b) => startOf(a) - startOf(b));
  const below = (parent: string | undefined, depth: number): { span: ReceivedSpan; depth: number }[] =>
    sorted
      .filter(({ parentSpanId }) => (parentSpanId || undefined) === parent)
      .flatMap((span) => [{ span, depth }, ...below(span.spanId, depth + 1)]);
  return below(undefined, 0);
}

/** Draws a trace as a waterfall; each span begins where its turn comes, because most of the time is a person's. */
export function pictureOf(spans: readonly ReceivedSpan[]): string {
  const rows = asTree(spans);
  const times = [...new Set(rows.flatMap(({ span }) => [startOf(span), endOf(span)]))].sort((a, b) => a - b);
  const x = (time: number) => LEFT + (times.indexOf(time) / Math.max(1, times.length - 1)) * (WIDTH - LEFT - 20);
  const lines = rows.map(({ span, depth }, index) => {
    const y = 40 + index * ROW;
    const [from, to] = [x(startOf(span)), x(endOf(span))];
    const colour = COLOURS[span.service] ?? '#868e96';
    return (
      `  <text x="${10 + depth * 14}" y="${y + 12}">${escaped(span.name)}</text>\n` +
      `  <rect x="${from.toFixed(1)}" y="${y}" width="${Math.max(2, to - from).toFixed(1)}" height="14" rx="2" fill="${colour}"/>`
    );
  });
  const height = 56 + rows.length * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#212529" role="img" aria-label="The spans of one trace">
  <rect width="100%" height="100%" fill="#ffffff"/>
  <text x="10" y="22" font-weight="bold">One trace: asked, approved, run, undone. Blue: the agent. Violet: Backstop. The axis shows the order, not the duration.</text>
${lines.join('\n')}
</svg>
`;
}
