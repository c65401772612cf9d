/** Writes the parts of docs/reference and docs/limits.md that follow from the definition of the wire. */
import { readdirSync, readFileSync } from 'node:fs';

const REFERENCE = 'docs/reference';
const LIMITS = 'docs/limits.md';

/** The part of a page between two marks, which is written from the code. */
export function withPart(page, name, lines) {
  const [begin, end] = [`<!-- ${name}: npm run generate -- openapi -->`, `<!-- end of ${name.split(' ')[0]} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`A page has no place for the ${name}, from ${begin} to ${end}.`);
  return `${page.slice(0, from)}${[begin, '', ...lines, '', end].join('\n')}${page.slice(to + end.length)}`;
}

function routeRow(method, path, { summary, 'x-access': access }) {
  const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  return `| \`${route}\` | ${summary} | ${access.may ? `\`${access.may}\`` : access.who} | ${access.plan ?? ''} |`;
}

/** The bounds of a member in words; empty if it has none. */
function boundsOf({ minLength, maxLength, minimum, maximum, minItems, maxItems }) {
  const range = (from, to, unit) => {
    if (to !== undefined) return [from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`];
    return from === undefined ? [] : [`at least ${from}${unit}`];
  };
  const parts = [
    range(minLength, maxLength, ' characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, ' items'),
  ];
  return parts.flat().join(', ');
}

function memberRows(schemas) {
  const bodies = Object.entries(schemas).filter(([name]) => name.endsWith('Body'));
  return bodies.flatMap(([body, { properties = {} }]) =>
    Object.entries(properties).flatMap(([member, schema]) => {
      const bounds = boundsOf(schema);
      return bounds ? [`| ${body} | \`${member}\` | ${bounds} |`] : [];
    }),
  );
}

/**
 * The text of each page, by its path. A page of docs/reference names in a mark the tags whose routes it lists.
 * @throws Error when the routes of a tag are on no page, or on several
 */
export function referencePages({ paths, components }) {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ tag: route.tags[0], row: routeRow(method, path, route) })),
  );
  const pages = {};
  const listed = [];
  for (const name of readdirSync(REFERENCE).filter((file) => file !== 'README.md')) {
    const page = readFileSync(`${REFERENCE}/${name}`, 'utf8');
    const [, tags = ''] = /<!-- routes of ([^:]+): npm run generate -- openapi -->/.exec(page) ?? [];
    const rows = routes.filter(({ tag }) => tags.split(', ').includes(tag)).map(({ row }) => row);
    const head = ['| Route | What it does | Caller or permission | Plan |', '|---|---|---|---|'];
    pages[`${REFERENCE}/${name}`] = withPart(page, `routes of ${tags}`, [...head, ...rows]);
    listed.push(...tags.split(', '));
  }
  const known = [...new Set(routes.map(({ tag }) => tag))];
  if (listed.toSorted().join() !== known.toSorted().join())
    throw new Error(`The pages list the routes of ${listed.sort()}, and the service has ${known.sort()}.`);
  const head = ['| Body | Member | Limit |', '|---|---|---|'];
  pages[LIMITS] = withPart(readFileSync(LIMITS, 'utf8'), 'members', [...head, ...memberRows(components.schemas)]);
  return pages;
}
