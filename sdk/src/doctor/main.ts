#!/usr/bin/env node
import { diagnose } from './diagnose.js';

const USAGE = `backstop doctor

  Looks at BACKSTOP_URL and BACKSTOP_API_KEY: whether the service answers, its clock, the key and the connectors'
  credentials. Changes nothing. Ends with 0 when all is well, with 1 otherwise.
`;

async function main([command, ...rest]: readonly string[]): Promise<number> {
  if (command !== 'doctor' || rest.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  let isGood = true;
  for await (const finding of diagnose()) {
    isGood &&= finding.isGood;
    process.stdout.write(`${finding.isGood ? 'ok  ' : 'FAIL'} ${finding.what.padEnd(12)}${finding.detail}\n`);
  }
  return isGood ? 0 : 1;
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
