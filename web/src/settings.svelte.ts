/** What a visitor chose for this browser: language, colours, sounds, and whether words may be slurs. */
import { isLanguage, type Language } from './i18n/messages';
import { isOrder, type Order } from './rack/order';
import { isFormat, type Format } from './rack/unseen';
import { isSound, type Sound } from './sounds';
import { store, stored } from './storage';
import { isTheme, type Theme } from './theme/theme';

class Settings {
  language: Language = $state(load('language', isLanguage) ?? preferred());
  theme: Theme = $state(load('theme', isTheme) ?? 'auto');
  /** Slurs are left out of word lists that say which of their words are. */
  family: boolean = $state(load('family', isYesOrNo) === 'yes');
  sounds: boolean = $state(load('sounds', isYesOrNo) === 'yes');
  /** Sounds that are not wanted among them. */
  silent: ReadonlySet<Sound> = $state.raw(new Set(loadAll('silent', isSound)));
  /** A phone shakes when it is one's turn. */
  vibration: boolean = $state(load('vibration', isYesOrNo) === 'yes');
  /** Tiles of each player have a colour of their own. */
  seatColours: boolean = $state(load('seat-colours', isYesOrNo) === 'yes');
  /** A notice of the system when it is one's turn and the page is hidden. */
  notices: boolean = $state(load('notices', isYesOrNo) === 'yes');
  /** How unseen tiles are laid out. */
  unseen: Format = $state(load('unseen', isFormat) ?? 'letters');
  /** How tiles stand on the rack when new ones come. */
  order: Order = $state(load('order', isOrder) ?? 'drawn');

  setLanguage(language: Language): void {
    this.language = language;
    save('language', language);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    save('theme', theme);
  }

  setFamily(family: boolean): void {
    this.family = family;
    save('family', yesOrNo(family));
  }

  setSounds(sounds: boolean): void {
    this.sounds = sounds;
    save('sounds', yesOrNo(sounds));
  }

  setSilent(sound: Sound, silent: boolean): void {
    this.silent = new Set([...this.silent].filter((other) => other !== sound).concat(silent ? [sound] : []));
    save('silent', [...this.silent].join(' '));
  }

  setVibration(vibration: boolean): void {
    this.vibration = vibration;
    save('vibration', yesOrNo(vibration));
  }

  setSeatColours(seatColours: boolean): void {
    this.seatColours = seatColours;
    save('seat-colours', yesOrNo(seatColours));
  }

  setNotices(notices: boolean): void {
    this.notices = notices;
    save('notices', yesOrNo(notices));
  }

  setOrder(order: Order): void {
    this.order = order;
    save('order', order);
  }

  setUnseen(format: Format): void {
    this.unseen = format;
    save('unseen', format);
  }
}

function yesOrNo(yes: boolean): 'yes' | 'no' {
  return yes ? 'yes' : 'no';
}

function isYesOrNo(text: string): text is 'yes' | 'no' {
  return text === 'yes' || text === 'no';
}

function preferred(): Language {
  const wanted = navigator.languages.map((tag) => tag.split('-')[0]!);
  return wanted.find(isLanguage) ?? 'en';
}

function load<T extends string>(key: string, is: (text: string) => text is T): T | undefined {
  const text = stored(`tisane.${key}`);
  return text !== undefined && is(text) ? text : undefined;
}

/** Those of a list that are known. */
function loadAll<T extends string>(key: string, is: (text: string) => text is T): T[] {
  const isText = (text: string): text is string => text !== '';
  return (load(key, isText) ?? '').split(' ').filter(is);
}

function save(key: string, value: string): void {
  store(`tisane.${key}`, value);
}

export const settings = new Settings();
