/**
 * Keeps what V8 makes of the bundled service while it loads, in a file beside it, for `launcher.js`.
 * The service begins with a configuration that it refuses: everything is loaded, and nothing is opened.
 */
import { writeFileSync } from 'node:fs';
import { cacheFile, compile } from '../dist/bundle/launcher.js';

const REFUSED = { DATABASE_URL: 'postgres://user@127.0.0.1/database', PORT: 'none' };

const service = compile('service');
process.env = REFUSED;
process.once('exit', () => {
  writeFileSync(cacheFile('service'), service.script.createCachedData());
});
service.run();
