// An interpreter that an attacker controls: it sends the data it received over the transport of each connector.
import { CONNECTORS } from '../../../dist/connectors/all.js';
import { interpret } from '../../../dist/isolation/interpret.js';

interpret(
  CONNECTORS.map(({ id }) => ({
    id,
    probe: async (request, context) => {
      const transport = await context.openTransport();
      return transport.send(request);
    },
  })),
);
