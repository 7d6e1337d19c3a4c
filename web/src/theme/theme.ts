/** The themes there are; `themes.css` has their colours. */

export const THEMES = ['auto', 'light', 'dark', 'contrast', 'wood'] as const;
export type Theme = (typeof THEMES)[number];

export function isTheme(text: string): text is Theme {
  return (THEMES as readonly string[]).includes(text);
}

/** The theme to show: `auto` follows the system. */
export function shownTheme(theme: Theme, systemIsDark: boolean): Exclude<Theme, 'auto'> {
  if (theme !== 'auto') return theme;
  return systemIsDark ? 'dark' : 'light';
}
