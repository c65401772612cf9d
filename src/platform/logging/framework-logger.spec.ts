import { pino } from 'pino';
import { FrameworkLogger } from './framework-logger.js';

function logged(write: (logger: FrameworkLogger) => void) {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
  write(new FrameworkLogger(log));
  return lines.map((line) => JSON.parse(line));
}

describe('FrameworkLogger', () => {
  it('writes what Nest reports as debug, with its context', () => {
    expect(logged((logger) => logger.log('Nest application started', 'NestApplication'))).toEqual([
      expect.objectContaining({ level: 20, msg: 'Nest application started', context: 'NestApplication' }),
    ]);
  });

  it('writes an error with its message and stack', () => {
    const error = new Error('no route');
    expect(logged((logger) => logger.error(error, 'ExceptionHandler'))).toEqual([
      expect.objectContaining({
        level: 50,
        context: 'ExceptionHandler',
        err: expect.objectContaining({ message: 'no route', stack: error.stack }),
      }),
    ]);
  });

  it('writes the stack that Nest passes beside a message', () => {
    expect(logged((logger) => logger.error('Error during shutdown', 'at stop()', 'NestApplication'))).toEqual([
      expect.objectContaining({ level: 50, msg: 'Error during shutdown', stack: 'at stop()' }),
    ]);
  });
});
