/** iCalendar as text (RFC 5545); imports nothing. */

interface Component {
  readonly name: string;
  readonly lines: string[];
  readonly inner: Component[];
}

const DEEPEST = 20;

/**
 * The same for two texts that say the same: servers fold lines anew, sort properties and parameters, and escape what
 * needs no escape. The order of components, properties and parameters means nothing, and neither does a copy of the
 * rules of a public time zone, which some servers add (RFC 7809).
 */
export function canonical(text: string): string {
  const root: Component = { name: '', lines: [], inner: [] };
  const open = [root];
  for (const [index, line] of unfolded(text).entries()) {
    const [, keyword, name = ''] = /^(BEGIN|END):(.*)$/i.exec(line) ?? [];
    const isBegin = keyword?.toUpperCase() === 'BEGIN';
    if (open.length > DEEPEST && (!keyword || isBegin)) {
      // No real calendar is that deep: such lines have the same meaning only in the same order.
      open.at(-1)?.lines.push(`${index} ${line}`);
    } else if (isBegin) {
      const component: Component = { name: name.trim().toUpperCase(), lines: [], inner: [] };
      open.at(-1)?.inner.push(component);
      open.push(component);
    } else if (keyword && open.length > 1) {
      open.pop();
    } else {
      open.at(-1)?.lines.push(canonicalLine(line));
    }
  }
  return linesOf(root).join('\n');
}

function unfolded(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
    .filter((line) => line !== '');
}

function linesOf({ name, lines, inner }: Component): string[] {
  const own = inner.filter((component) => !isPublicZone(component));
  const within = own.map((component) => linesOf(component).join('\n')).sort();
  const content = [...[...lines].sort(), ...within];
  return name === '' ? content : [`BEGIN:${name}`, ...content, `END:${name}`];
}

const PUBLIC_ZONES = new Set(Intl.supportedValuesOf('timeZone').map((zone) => `TZID:${zone}`));

function isPublicZone({ name, lines }: Component): boolean {
  return name === 'VTIMEZONE' && lines.some((line) => PUBLIC_ZONES.has(line));
}

function canonicalLine(line: string): string {
  // The head ends at the first colon that is not within quotes.
  const [head = line] = /^(?:"[^"]*"|[^":])*(?=:)/.exec(line) ?? [];
  if (head === line) return line;
  const [name = '', ...parameters] = head.match(/(?:"[^"]*"|[^;"])+/g) ?? [];
  const sorted = parameters
    .map((one) => {
      const [key = '', ...value] = one.split('=');
      return `${key.toUpperCase()}=${value.join('=').replace(/"([^",;:]*)"/g, '$1')}`;
    })
    .sort();
  const value = line
    .slice(head.length + 1)
    .replace(/\\([,;])/g, '$1')
    .replace(/\\N/g, '\\n');
  return `${[name.toUpperCase(), ...sorted].join(';')}:${value}`;
}
