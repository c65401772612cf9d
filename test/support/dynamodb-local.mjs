import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.mjs';
import { eventually } from './patience.mjs';

/**
 * Amazon's DynamoDB Local, by Java. Its licence is for each user to accept, and it listens on every address: it is no
 * part of the suite (docs/connectors/dynamodb.md).
 * @param {string} directory of `DynamoDBLocal.jar` and `DynamoDBLocal_lib`
 * @returns {Promise<import('./dynalite.mjs').StandIn>}
 */
export async function startDynamoDbLocal(directory) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const jar = ['-Djava.library.path=DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar'];
  const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', new URL(url).port];
  const child = spawn('java', [...jar, ...options], { cwd: directory, stdio: 'ignore' });
  const ended = once(child, 'close');
  const isUp = async () => child.exitCode === null && (await fetch(url).catch(() => null)) !== null;
  await eventually(isUp, (up) => up || child.exitCode !== null, 12_000);
  if (!(await isUp())) throw new Error(`DynamoDB Local of ${directory} did not start`);
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url, comparesLists: true, stop };
}
