/** @returns {import('./dockerfile.mjs').Instruction} */
function toInstruction(line) {
  const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
  const [flags = ''] = /^(?:--\S+\s+)*/.exec(rest) ?? [];
  const options = [...flags.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  return { keyword: keyword.toUpperCase(), options: Object.fromEntries(options), value: rest.slice(flags.length) };
}

/** @returns {import('./dockerfile.mjs').Stage[]} */
export function stagesOf(text) {
  const lines = text.split('\n').filter((line) => line.trim() && !line.trimStart().startsWith('#'));
  const stages = [];
  for (const line of lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')) {
    const instruction = toInstruction(line);
    if (instruction.keyword === 'FROM') {
      const [image = '', , name = String(stages.length)] = instruction.value.split(/\s+/);
      stages.push({ image, name, instructions: [] });
    } else stages.at(-1).instructions.push(instruction);
  }
  return stages;
}
