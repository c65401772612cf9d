/**
 * Letters and signs that show as another one: mixed scripts and confusables of Unicode Technical Standard 39,
 * recognized by the script properties of the engine. Only the letters of single scripts that look like ASCII need a
 * table.
 */

/** Unicode Standard Annex 31, "Recommended Scripts", without scripts that are written together with Latin. */
const RECOMMENDED = [
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Greek',
    'Gujarati',
    'Gurmukhi',
  ],
  ...[
    'Hebrew',
    'Kannada',
    'Khmer',
    'Lao',
    'Malayalam',
    'Myanmar',
    'Oriya',
    'Sinhala',
    'Tamil',
    'Telugu',
    'Thaana',
    'Thai',
  ],
  'Tibetan',
];
const inScript = (name: string) => String.raw`\p{Script_Extensions=${name}}`;
const EAST_ASIAN = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul'].map(inScript).join('');
const SHARED = ['Common', 'Inherited'].map(inScript).join('');
const lettersBeside = (scripts: string) => new RegExp(String.raw`(?=\p{L})[^${SHARED}${scripts}]`, 'gu');

const LETTER = /\p{L}/gu;
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LATIN = /(?=\p{L})\p{Script_Extensions=Latin}/u;
const OF_EAST_ASIA = new RegExp(`[${EAST_ASIAN}]`, 'gu');
const IS_EAST_ASIAN = new RegExp(OF_EAST_ASIA.source, 'u');
const NOT_WITH_LATIN = lettersBeside(inScript('Latin') + EAST_ASIAN);
const NOT_EAST_ASIAN = lettersBeside(EAST_ASIAN);
const NOT_RECOMMENDED = lettersBeside(inScript('Latin') + EAST_ASIAN + RECOMMENDED.map(inScript).join(''));
const SCRIPTS = RECOMMENDED.map((name) => ({
  letter: new RegExp(String.raw`(?=\p{L})${inScript(name)}`, 'u'),
  others: lettersBeside(inScript(name)),
}));

/** Letters that look like one of ASCII (confusables.txt of UTS 39), for the scripts of which whole words can look so. */
const LIKE_ASCII = {
  Cyrillic: /^[ЅІЈАВЕЗКМНОРСТУХЬабгеорсухѕіјѡѴѵҮүһҽӀӏӠԁԌԛԜԝꙄꙇ]$/u,
  Greek: /^[ͺͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορσυϒϜϱϲϳϹϺᴦ]$/u,
  Armenian: /^[ՍՏՕագզհոռսցքօ]$/u,
};
const OF_SCRIPT = Object.entries(LIKE_ASCII).map(([name, alike]) => ({
  letters: new RegExp(String.raw`(?=\p{L})${inScript(name)}`, 'gu'),
  alike,
}));
/** Latin letters, and signs, that look like another one of ASCII. */
const OTHER_ALIKE = /[ıƄƍƖƦƧƷƼƽǀǃȜȢȣɑɡɣɩɪɯʋʏᴄᴏᴑᴜᴠᴡᴢᶃᶌẝỿꜱꝚꝪꝮꞘꞙꞟꞫꞲꞳꞴꬲꬵꬽꭇꭈꭎꭒꭚ⁄∕╱⟋⧸∖⧵꞉∶˸։׃․‚]/gu;

const ONE_ALIKE = new RegExp(`^${OTHER_ALIKE.source}$`, 'u');

/** True for a letter or sign outside ASCII that looks like one of ASCII. */
export const looksLikeAscii = (character: string): boolean =>
  ONE_ALIKE.test(character) || Object.values(LIKE_ASCII).some((letters) => letters.test(character));

/** Characters that compatibility decomposition turns into ASCII: full width, letters of mathematics, ligatures. */
const COMPATIBLE = /(?![\p{Lm}\p{No}ªº…‥‼⁇⁈⁉])[\p{L}\p{Nd}\p{Nl}\p{P}\p{S}]/gu;
const FULL_WIDTH = /^[\uFF01-\uFF5E]$/;
const LETTER_OR_NUMBER = /^[\p{L}\p{N}]$/u;
const MATHEMATICS = /^(?=\p{L})\p{Script=Common}$/u;

function* compatibleIn(text: string, isEastAsian: boolean): Generator<RegExpExecArray> {
  for (const match of text.matchAll(COMPATIBLE)) {
    const [character] = match;
    if (character <= '\x7f' || (isEastAsian && FULL_WIDTH.test(character))) continue;
    const folded = character.normalize('NFKC');
    if (folded === character) continue;
    const isLike = LETTER_OR_NUMBER.test(character) ? /^[!-~]+$/ : /^[!-~]$/;
    if (isLike.test(folded) || (MATHEMATICS.test(character) && character !== 'µ')) yield match;
  }
}

function* mixedIn(word: string): Generator<RegExpExecArray> {
  if (LATIN.test(word)) yield* word.matchAll(NOT_WITH_LATIN);
  else if (IS_EAST_ASIAN.test(word)) yield* word.matchAll(NOT_EAST_ASIAN);
  else {
    const scripts = [...word.matchAll(LETTER)].map(([one]) => SCRIPTS.find(({ letter }) => letter.test(one)));
    yield* word.matchAll(scripts.find((one) => one !== undefined)?.others ?? NOT_RECOMMENDED);
  }
  // Digits of two systems in one number.
  if (/[0-9]/.test(word)) yield* word.matchAll(/(?![0-9])\p{Nd}/gu);
}

/**
 * The positions in the text of characters that look like others. A marked character says nothing about its neighbours:
 * a filler of Hangul makes no East Asian text.
 *
 * @param unseen places that are marked already
 */
export function lookAlikesIn(text: string, unseen: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set(unseen);
  for (const match of text.matchAll(OTHER_ALIKE)) found.add(match.index);
  for (const match of text.matchAll(NOT_RECOMMENDED)) found.add(match.index);
  for (const { 0: word, index } of text.matchAll(WORD))
    for (const match of mixedIn(word)) found.add(index + match.index);
  const isEastAsian = [...text.matchAll(OF_EAST_ASIA)].some(({ index }) => !found.has(index));
  for (const match of compatibleIn(text, isEastAsian)) found.add(match.index);
  // Words that look entirely like Latin, in a text whose other words do not show that the script is intended.
  for (const { letters, alike } of OF_SCRIPT) {
    const left = [...text.matchAll(letters)].filter(({ index }) => !found.has(index));
    if (left.every(([letter]) => alike.test(letter))) for (const { index } of left) found.add(index);
  }
  return found;
}
