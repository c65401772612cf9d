// An interpreter whose connector tries what no connector needs, and reports what succeeded.
import { interpret } from '../../../dist/isolation/interpret.js';
import { attempts } from './attempts.mjs';

interpret([{ id: 'probing', plan: attempts }]);
