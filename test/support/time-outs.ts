/** Runs in each suite: the time-out of a test follows the machine. */
import { jest } from '@jest/globals';
import { patience } from './patience.mjs';

jest.setTimeout(patience(48_000));
