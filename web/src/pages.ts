/** The app's pages by their addresses. */

export type Page =
  | { at: 'home' }
  | { at: 'ruleset'; name: string }
  | { at: 'game'; id: string }
  | { at: 'practice' }
  | { at: 'analysis' }
  | { at: 'review'; game: string | undefined }
  | { at: 'follow' }
  | { at: 'words' }
  | { at: 'quiz' }
  | { at: 'shared'; link: string }
  | { at: 'account' }
  | { at: 'admin' }
  | { at: 'about' }
  | { at: 'nowhere'; path: string };

export function pageAt(path: string): Page {
  const parts = path.split('/').filter(Boolean).map(decode);
  switch (parts[0]) {
    case undefined:
      return { at: 'home' };
    case 'rulesets':
      if (parts.length === 2) return { at: 'ruleset', name: parts[1]! };
      if (parts.length === 1) return { at: 'home' };
      break;
    case 'games':
      if (parts.length === 2) return { at: 'game', id: parts[1]! };
      break;
    case 'review':
      if (parts.length <= 2) return { at: 'review', game: parts[1] };
      break;
    case 'shared':
      if (parts.length === 2) return { at: 'shared', link: parts[1]! };
      break;
    case 'practice':
    case 'analysis':
    case 'follow':
    case 'words':
    case 'quiz':
    case 'account':
    case 'admin':
    case 'about':
      if (parts.length === 1) return { at: parts[0] };
  }
  return { at: 'nowhere', path };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
