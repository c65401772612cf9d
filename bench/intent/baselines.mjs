/** The baseline that a reader would try first: the number of words of the calls that the intent does not contain. */
export const lexicalDrift = ({ intent, calls }) => {
  const spoken = words(intent);
  return Math.max(...calls.map((call) => 1 - overlap(call, spoken)));
};

/** Only how many words of the tools' names the intent does not contain. */
export const nameDrift = ({ intent, calls }) =>
  lexicalDrift({ intent, calls: calls.map((call) => ({ ...call, payload: '' })) });

/** That there is nothing to it but the number of calls. */
export const lengthDrift = ({ calls }) => calls.length;

function overlap({ apiName, payload }, spoken) {
  const tokens = [...words(`${apiName.slice(apiName.indexOf('.') + 1)} ${JSON.stringify(payload)}`)];
  return tokens.length === 0 ? 0 : tokens.filter((token) => spoken.has(token)).length / tokens.length;
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
