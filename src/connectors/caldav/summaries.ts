/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'objects.put': 'Put {url}: {data:text}',
  'objects.delete': 'Delete {url}',
};
