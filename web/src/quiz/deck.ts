/**
 * Words to learn with spaced repetition. A card shows letters in alphabetical order and asks for
 * all words they make.
 */
import { saveItem, readSaved } from '../saved';
import type { CardView, RulesetView } from '../protocol';

/** One deck for each list of words with each game's tiles. */
export interface Deck {
  lexicon: string;
  ruleset: string;
  cards: CardView[];
  /** When all cards were thrown away last. */
  emptied?: number | undefined;
  /** The server has not heard of that yet. */
  untold?: boolean | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Rest times by level; a card that was not known comes up soon. */
const RESTS = [MINUTE, 10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY, 90 * DAY] as const;
/** From this level on a word is known: it rests for a week or more. */
const KNOWN = 4;

/** The tiles of a word: of several that begin alike, the longest. Brackets hold one tile. */
export function tilesOf(word: string, alphabet: readonly string[]): string[] {
  const tiles: string[] = [];
  for (let rest = word; rest;) {
    const bracketed = /^\[([^\]]*)\]/.exec(rest);
    const known = alphabet
      .filter((face) => rest.startsWith(face))
      .sort((a, b) => b.length - a.length)[0];
    const tile = bracketed?.[1] ?? known ?? [...rest][0]!;
    tiles.push(tile);
    rest = rest.slice(bracketed ? bracketed[0].length : tile.length);
  }
  return tiles;
}

/** A word as its tiles spell it, whatever its case, accents or brackets. */
export function spelled(
  word: string,
  { letters, folds, locale }: Pick<RulesetView, 'letters' | 'folds' | 'locale'>,
): string {
  const capitals = word.normalize().toLocaleUpperCase(locale).normalize();
  const faces = new Map([...folds, ...letters.map(({ face }) => [face, face] as const)]);
  return tilesOf(capitals, [...faces.keys()])
    .map((tile) => faces.get(tile) ?? tile)
    .join('');
}

/** The letters of a word in the order of the alphabet: the same for all its anagrams. */
export function sortedLetters(word: string, alphabet: readonly string[]): string {
  const place = (tile: string) => alphabet.indexOf(tile);
  const tiles = tilesOf(word, alphabet).sort((a, b) => place(a) - place(b));
  return tiles.map((tile) => ([...tile].length > 1 ? `[${tile}]` : tile)).join('');
}

/** Adds words. Words missed in a game come first. */
export function withWords(
  deck: Deck,
  words: readonly string[],
  from: 'game' | 'list',
  now: number,
  alphabet: readonly string[],
): Deck {
  const cards = new Map(deck.cards.map((card) => [card.question, card]));
  for (const word of words) {
    const question = sortedLetters(word, alphabet);
    const card = cards.get(question) ?? {
      question,
      level: 0,
      due: now,
      right: 0,
      wrong: 0,
      added: now,
    };
    cards.set(question, from === 'game' ? { ...card, level: 0, due: 0, added: now } : card);
  }
  return { ...deck, cards: [...cards.values()] };
}

/** Updates a card after an answer. */
export function answered(deck: Deck, question: string, isRight: boolean, now: number): Deck {
  const cards = deck.cards.map((card) => {
    if (card.question !== question) return card;
    const level = isRight ? card.level + 1 : 0;
    const due = now + RESTS[Math.min(level, RESTS.length - 1)]!;
    return {
      ...card,
      level,
      due,
      right: card.right + Number(isRight),
      wrong: card.wrong + Number(!isRight),
    };
  });
  return { ...deck, cards };
}

/** A random due card, first of those missed in a game. `chance` is from 0 up to 1. */
export function next({ cards }: Deck, now: number, chance: number): CardView | undefined {
  const due = cards.filter((card) => card.due <= now);
  const missed = due.filter((card) => card.due === 0);
  const among = missed.length ? missed : due;
  return among[Math.floor(chance * among.length)];
}

export interface Tally {
  cards: number;
  due: number;
  known: number;
  /** When the next one is due, if none is now. */
  next: number | undefined;
}

export function tally({ cards }: Deck, now: number): Tally {
  const due = cards.filter((card) => card.due <= now).length;
  const later = cards.map((card) => card.due).filter((at) => at > now);
  return {
    cards: cards.length,
    due,
    known: cards.filter(({ level }) => level >= KNOWN).length,
    next: due || !later.length ? undefined : Math.min(...later),
  };
}

/**
 * Merges two copies of a deck, for example of two devices. Of each card the one asked more often
 * wins. If one deck was emptied later, only cards added to the other one after that are kept, so
 * that deleted cards don’t come back.
 */
export function merged(one: Deck, other: Deck): Deck {
  const [since, otherSince] = [one.emptied ?? 0, other.emptied ?? 0];
  const emptied = Math.max(since, otherSince);
  const left = ({ cards, emptied: at = 0 }: Deck) =>
    at === emptied ? cards : cards.filter(({ added = 0 }) => added > emptied);
  const cards = new Map(left(one).map((card) => [card.question, card]));
  const attempts = ({ right, wrong }: CardView) => right + wrong;
  for (const card of left(other)) {
    const mine = cards.get(card.question);
    if (!mine || attempts(card) > attempts(mine)) cards.set(card.question, card);
  }
  return { ...(since >= otherSince ? one : other), cards: [...cards.values()] };
}

export const deckId = ({ lexicon, ruleset }: Pick<Deck, 'lexicon' | 'ruleset'>) =>
  `${lexicon}.${ruleset}`;

export function loadDeck(lexicon: string, ruleset: string): Deck {
  return (
    readSaved<Deck>('quiz', deckId({ lexicon, ruleset }))?.data ?? { lexicon, ruleset, cards: [] }
  );
}

/** Returns whether there was room for it. */
export function keepDeck(deck: Deck, now: number): boolean {
  return saveItem('quiz', { id: deckId(deck), title: deck.lexicon, at: now, data: deck });
}

/** Adds the words missed in a game to the stored deck. */
export function learn(
  lexicon: string,
  { name, letters }: Pick<RulesetView, 'name' | 'letters'>,
  words: readonly string[],
  now: number,
): void {
  const alphabet = letters.map(({ face }) => face);
  keepDeck(withWords(loadDeck(lexicon, name), words, 'game', now, alphabet), now);
}
