/** The visitor’s settings in this browser: language, theme, sounds and word filter. */
import { isLanguage, type Language } from './i18n/messages';
import { isOrder, type Order } from './rack/order';
import { isFormat, type Format } from './rack/unseen';
import { isSound, type Sound } from './sounds';
import { store, stored } from './storage';
import { isTheme, type Theme } from './theme/theme';

const PREFIX = 'tisane.';

/** The stored value, or the default. */
function chosen() {
  return {
    language: load('language', isLanguage) ?? preferred(),
    theme: load('theme', isTheme) ?? 'auto',
    family: isYes('family'),
    sounds: isYes('sounds'),
    silent: new Set(loadAll('silent', isSound)),
    vibration: isYes('vibration'),
    seatColours: isYes('seat-colours'),
    notices: isYes('notices'),
    unseen: load('unseen', isFormat) ?? 'letters',
    order: load('order', isOrder) ?? 'drawn',
  };
}

const begun = chosen();

class Settings {
  language: Language = $state(begun.language);
  theme: Theme = $state(begun.theme);
  /** Slurs are left out of word lists that say which of their words are. */
  family: boolean = $state(begun.family);
  sounds: boolean = $state(begun.sounds);
  /** Sounds that are not wanted among them. */
  silent: ReadonlySet<Sound> = $state.raw(begun.silent);
  /** Vibrate on the player’s turn. */
  vibration: boolean = $state(begun.vibration);
  /** Tiles of each player have a colour of their own. */
  seatColours: boolean = $state(begun.seatColours);
  /** Notify of the player’s turn while the page is hidden. */
  notices: boolean = $state(begun.notices);
  /** How unseen tiles are laid out. */
  unseen: Format = $state(begun.unseen);
  /** The order of the rack. */
  order: Order = $state(begun.order);

  /** Takes over changes made in another tab. */
  reload(): void {
    Object.assign(this, chosen());
  }

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
    this.silent = new Set(
      [...this.silent].filter((other) => other !== sound).concat(silent ? [sound] : []),
    );
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

function isYes(key: string): boolean {
  return stored(PREFIX + key) === 'yes';
}

function preferred(): Language {
  const wanted = navigator.languages.map((tag) => tag.split('-')[0]!);
  return wanted.find(isLanguage) ?? 'en';
}

function load<T extends string>(key: string, is: (text: string) => text is T): T | undefined {
  const text = stored(PREFIX + key);
  return text !== undefined && is(text) ? text : undefined;
}

/** Those of a list that are known. */
function loadAll<T extends string>(key: string, is: (text: string) => text is T): T[] {
  const isText = (text: string): text is string => text !== '';
  return (load(key, isText) ?? '').split(' ').filter(is);
}

function save(key: string, value: string): void {
  store(PREFIX + key, value);
}

export const settings = new Settings();

// Without a key all was forgotten. Tests that have no browser hear of nothing.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === null || key.startsWith(PREFIX)) settings.reload();
});
