const IGNORED = /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g;

/** Whether a GraphQL document may change something: it holds a mutation, or is none that can be read. */
export function mayMutate(document: unknown): boolean {
  if (typeof document !== 'string') return true;
  let depth = 0;
  for (const [token] of document.replace(IGNORED, ' ').matchAll(/[{}]|\w+/g)) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    else if (depth === 0 && token === 'mutation') return true;
  }
  return false;
}
