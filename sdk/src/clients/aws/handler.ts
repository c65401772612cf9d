type Method = (...args: unknown[]) => unknown;

export interface AwsClient {
  readonly config: { readonly requestHandler: { handle: Method } };
}

/** Puts a function in front of the handler that sends the client's requests. */
export function withHandler(
  client: AwsClient,
  before: (send: () => Promise<unknown>, request: unknown) => Promise<unknown>,
): AwsClient {
  const { config } = client;
  const handle = (...args: unknown[]): Promise<unknown> => {
    const { requestHandler } = config;
    return before(async () => requestHandler.handle(...args), args[0]);
  };
  const requestHandler = {
    enumerable: true,
    get: () => Object.create(config.requestHandler, { handle: { value: handle } }),
  };
  const properties = { ...Object.getOwnPropertyDescriptors(config), requestHandler };
  return Object.create(client, { config: { value: Object.create(Object.getPrototypeOf(config), properties) } });
}
