// A service that is killed while its interpreter is in the middle of something: tells the id of that process.
import { fork } from 'node:child_process';

const child = fork(new URL('./poisonous.mjs', import.meta.url), { serialization: 'advanced', stdio: 'ignore' });
child.on('message', (notice) => {
  if (notice.is === 'ready') {
    child.send({ is: 'work', task: 1, work: { connector: 'spins', method: 'plan', values: [] }, context: null });
    setTimeout(() => console.log(child.pid), 300);
  }
});
