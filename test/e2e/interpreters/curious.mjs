// An interpreter whose connector tries what no connector needs, and tells what it could do.
import { interpret } from '../../../dist/isolation/interpret.js';
import { attempts } from './attempts.mjs';

interpret([{ id: 'curious', plan: attempts }]);
