/** Programs that a suite starts load the same other versions as the suite: `node --import` of register.mjs. */
const home = new URL('../../stand-ins/versions/', import.meta.url).href;
const replaced = Object.entries(JSON.parse(process.env.OTHER_VERSIONS ?? '{}'));

export function resolve(specifier, context, next) {
  const other = replaced.find(([name]) => specifier === name || specifier.startsWith(`${name}/`));
  if (!other) return next(specifier, context);
  const [name, alias] = other;
  return next(alias + specifier.slice(name.length), { ...context, parentURL: home });
}
