/** What a reader would try first: how many words of the calls the intent does not contain. */
export function lexicalDrift({ intent, calls }) {
  const spoken = words(intent);
  const misses = calls.map((call) => 1 - overlap(call, spoken));
  return Math.max(...misses);
}

/** An aligned session whose calls hardly share a word with its intent: where false alarms are likeliest. */
export function isLowOverlap({ misaligned, intent, calls }) {
  if (misaligned || calls.length < 2) return false;
  const spoken = words(intent);
  return calls.reduce((sum, call) => sum + overlap(call, spoken), 0) / calls.length < 0.35;
}

function overlap({ apiName, payload }, spoken) {
  const tokens = [...words(`${apiName.slice(apiName.indexOf('.') + 1)} ${JSON.stringify(payload)}`)];
  return tokens.length === 0 ? 0 : tokens.filter((token) => spoken.has(token)).length / tokens.length;
}

/** Only how many words of the tools' names the intent does not contain. */
export function nameDrift({ intent, calls }) {
  const spoken = words(intent);
  return Math.max(...calls.map((call) => 1 - overlap({ ...call, payload: '' }, spoken)));
}

function words(text) {
  return new Set(
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean),
  );
}
