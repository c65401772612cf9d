import { ServerResponse } from 'node:http';

// A busy Node server dates its answers by a clock that it reads once a second, so that an answer may be older than what
// it tells of. A provider's date is of its answer.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...given) {
  if (!this.headersSent) this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, given);
};
