/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'requests.post': 'POST {path}[ {body:text}]',
  'requests.put': 'PUT {path}[ {body:text}]',
  'requests.patch': 'PATCH {path}[ {body:text}]',
  'requests.delete': 'DELETE {path}[ {body:text}]',
};
