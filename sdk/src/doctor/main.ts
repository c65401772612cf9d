#!/usr/bin/env node
import { DOCTOR, diagnose } from './diagnose.js';

const USAGE = `backstop doctor [agent]

  Looks at BACKSTOP_URL and BACKSTOP_API_KEY: whether the service answers, its clock, the key, the plan, the connectors'
  credentials, and the capture of one harmless call. The call is not made. Opens and completes one session of the agent
  (${DOCTOR} unless given) and changes nothing else. Ends with 0 when all is well, with 1 otherwise.
`;

async function main([command, ...rest]: readonly string[]): Promise<number> {
  const [agentId = DOCTOR, ...more] = rest;
  if (command !== 'doctor' || more.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  let isGood = true;
  for await (const finding of diagnose({}, agentId)) {
    isGood &&= finding.isGood;
    process.stdout.write(`${finding.isGood ? 'ok  ' : 'FAIL'} ${finding.what.padEnd(12)}${finding.detail}\n`);
  }
  return isGood ? 0 : 1;
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
