/** Texts by language and key; `data.<language>.json` translates the data files’ texts. */
import dataRu from './data.ru.json';
import type {
  ActionKind,
  ErrorCode,
  MisfitKind,
  NotationKind,
  PositionKind,
  SheetKind,
} from '../protocol';
import en from './en.json';
import ru from './ru.json';

export const LANGUAGES = { en: 'English', ru: 'Русский' } as const;
export type Language = keyof typeof LANGUAGES;
export type Key = keyof typeof en;
/** Keys with plural forms: `count.words` means `count.words.one`, `count.words.other`. */
export type CountKey = {
  [K in Key]: K extends `${infer Base}.other` ? (`${Base}.one` extends Key ? Base : never) : never;
}[Key];

type Values = Partial<Record<string, string | number>>;

const MESSAGES: Record<Language, Record<string, string>> = { en, ru };
/** Translations of titles and notes in the English data files. */
const DATA: Partial<Record<Language, Record<string, string>>> = { ru: dataRu };

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

export function hasMessage(key: string): key is Key {
  return Object.hasOwn(en, key);
}

/** The text of a key with its values. An old page may lack a newer server’s text. */
export function message(language: Language, key: Key, values: Values = {}): string {
  return fill(MESSAGES[language][key] ?? MESSAGES.en[key] ?? key, values);
}

/** The text for a number in the right plural form: 1 слово, 2 слова, 5 слов. */
export function countMessage(
  language: Language,
  key: CountKey,
  n: number,
  values: Values = {},
): string {
  const form = new Intl.PluralRules(language).select(n);
  const messages = MESSAGES[language];
  const text = messages[`${key}.${form}`] ?? messages[`${key}.other`] ?? key;
  return fill(text, { ...values, n: n.toLocaleString(language) });
}

/** An error of the server: its code has a text, which its values go into. */
export interface Trouble {
  code: ErrorCode;
  values: Partial<Record<string, string>>;
  /** The server's own sentence, in English. */
  error?: string | undefined;
}

export function troubleMessage(language: Language, trouble: Trouble): string {
  const { code, values, error } = trouble;
  const { nearest } = values;
  const key = `error.${code}` as const;
  // The code may be newer than a page that stayed open.
  if (!hasMessage(key)) return message(language, 'app.trouble', { detail: error || code });
  const detail = detailMessage(language, trouble);
  const parts = [
    message(language, key, {
      ...values,
      ...tileTexts(language, values),
      ...(detail !== undefined && { detail }),
    }),
    nearest && message(language, 'trouble.nearest', { nearest }),
    code === 'banned' && banMessage(language, values.because, Number(values.until)),
  ];
  return parts.filter(Boolean).join(' ');
}

/** When a ban ends, if it does, and why it was made, if that was given. */
export function banMessage(language: Language, reason?: string, until?: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const parts = [
    until &&
      message(language, 'banned.until', { time: new Date(until).toLocaleString(language, format) }),
    reason && message(language, 'banned.reason', { reason }),
  ];
  return parts.filter(Boolean).join(' ');
}

/** All that can exactly be wrong has a text. */
type Detail =
  | `misfit.${MisfitKind}`
  | `action.${ActionKind}`
  | `position.${PositionKind}`
  | `notation.${NotationKind}`
  | `sheet.${SheetKind}`
  | `${'position' | 'sheet'}.too_many_blanks`;
const isDetail = (key: string): key is Detail => hasMessage(key);

/** What exactly is wrong, by its kind and reason, or in the server’s own words. */
export function detailMessage(language: Language, { code, values }: Trouble): string | undefined {
  const family = code === 'move' ? 'action' : code;
  const said = { ...values, ...tileTexts(language, values) };
  const text = (kind: string | undefined) => {
    const key = kind && withBlanks(kind, values);
    return key && isDetail(key) ? message(language, key, said) : undefined;
  };
  // From the innermost reason outwards: each is part of the previous text.
  said.because = text(values.because) ?? values.because;
  said.why = text(values.why) ?? values.why;
  return text(`${family}.${values.kind}`) ?? values.detail;
}

/** Explains that small letters are blanks when there are too many of them. */
function withBlanks(kind: string, { tiles }: Trouble['values']): string {
  return tiles?.endsWith('?') ? kind.replace(/\.too_many_tiles$/, '.too_many_blanks') : kind;
}

/** Tiles as a sentence names them: `Q?` is Q and a blank. */
function tileTexts(language: Language, { missing, tiles }: Trouble['values']): Values {
  const named = (text: string) => {
    const letters = text.replace(/\?+$/, '');
    const blanks = text.length - letters.length;
    const parts = [letters, blanks ? countMessage(language, 'count.blanks', blanks) : ''].filter(
      Boolean,
    );
    return new Intl.ListFormat(language).format(parts);
  };
  return { ...(missing && { missing: named(missing) }), ...(tiles && { tiles: named(tiles) }) };
}

/** The translated title of a data file, if there is one. */
export function dataTitle(language: Language, title: string): string {
  return DATA[language]?.[title] ?? title;
}

/** A note of a data file, sentence by sentence, each with the language it is in. */
export function dataSentences(
  language: Language,
  note: string,
): { text: string; lang: Language }[] {
  return sentences(note).map((sentence) => {
    const text = DATA[language]?.[sentence];
    return text === undefined ? { text: sentence, lang: 'en' } : { text, lang: language };
  });
}

/** A sentence ends where a dot is followed by a capital letter or a number. */
export function sentences(text: string): string[] {
  return text.trim().split(/(?<=[.!?])\s+(?=[A-Z0-9])/);
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
