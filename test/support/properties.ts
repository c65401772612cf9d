import fc from 'fast-check';
import { isFull } from './campaign-size.js';

/**
 * `npm test` draws the same cases every time, so that it fails by a change and never by chance; the campaigns draw new
 * cases. A failure prints its seed.
 */
if (!isFull) fc.configureGlobal({ seed: 20_261_129 });

export default fc;
