import { stem } from 'porter2';
import { REQUEST_OPENERS, VERB_CLASSES } from './lexicon.js';

const LONGEST = 400;
const MOST = 8;

/**
 * The passages of a text that instruct the reader: a sentence that begins with an imperative ("Send …", "Please add
 * …"), a request ("I need you to …"), or phrases that people use towards a machine.
 */
export function instructionsIn(text: string): string[] {
  const found: string[] = [];
  let until = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null && found.length < MOST; match = OPENING.exec(text)) {
    const at = match.index + (match[1]?.length ?? 0);
    if (at < until) continue;
    const word = (match[3] ?? '').toLowerCase();
    if (match[2] === undefined && !REQUEST_OPENERS.has(word) && !VERB_CLASSES.has(stem(word))) continue;
    const rest = text.slice(at, at + LONGEST);
    const end = rest.search(/["\n}\]]|'\s*[,}\]]| … /);
    const passage = end < 0 ? rest : rest.slice(0, end);
    if (passage.split(/\s+/, 5).length < 4) continue;
    found.push(passage);
    until = at + passage.length;
  }
  return found;
}

const OPENING =
  /(^|[:{[,(]\s*['"]|["_.!?;:>*#-]\s*|\n[^\S\n]*)(?:((?:[Cc]an|[Cc]ould|[Ww]ould) you (?:please )?(?=[a-z])|I (?:need|want|would like) you to|[Yy]ou (?:must|should|need to|have to)|(?:[Ii]gnore|[Dd]isregard|[Ff]orget) (?:all|any|the|your|previous|prior)|I(?:'d| would) like (?:you )?to)|([A-Z][a-z]+)(?=[\s,:]+[A-Za-z'"]))/g;
