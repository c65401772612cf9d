const MOST_CHARACTERS = 200;
const MOST_WORDS = 90;

/** Returns the table cells above 200 characters, and the paragraphs and list items above 90 words, with their lines. */
export function tooLong(page: string): string[] {
  const found: string[] = [];
  let isCode = false;
  let paragraph: { readonly line: number; readonly lines: string[] } | null = null;
  const end = () => {
    const words = paragraph?.lines.join(' ').split(/\s+/).filter(Boolean).length ?? 0;
    if (paragraph && words > MOST_WORDS) found.push(`${paragraph.line}: ${words} words`);
    paragraph = null;
  };
  for (const [index, text] of page.split('\n').entries()) {
    const isFence = /^\s*```/.test(text);
    if (isFence) isCode = !isCode;
    const isTable = text.startsWith('|');
    const isItem = /^\s*(?:[-*]|\d+\.) /.test(text);
    if (isFence || isCode || isTable || isItem || text.startsWith('#') || text.trim() === '') end();
    if (isTable && !isCode)
      for (const cell of text.split(/(?<!\\)\|/).slice(1, -1)) {
        const { length } = cell.trim();
        if (length > MOST_CHARACTERS) found.push(`${index + 1}: a cell of ${length} characters`);
      }
    if (isFence || isCode || isTable || text.startsWith('#') || text.trim() === '') continue;
    // The mark of an item is no word.
    paragraph ??= { line: index + 1, lines: [] };
    paragraph.lines.push(text.replace(/^\s*(?:[-*]|\d+\.) /, ''));
  }
  end();
  return found;
}
