// An interpreter that an attacker took over: it sends over the line of each connector what it was given.
import { CONNECTORS } from '../../../dist/connectors/all.js';
import { interpret } from '../../../dist/isolation/interpret.js';

interpret(
  CONNECTORS.map(({ id }) => ({
    id,
    probe: async (request, context) => {
      const line = await context.openLine();
      return line.send(request);
    },
  })),
);
