/** A position as the page’s address. */
import { address } from '../api';

export interface Shared {
  ruleset: string;
  lexicon: string;
  /** As CGP, or in any other notation that is understood. */
  position: string;
}

export function pageAddress({ ruleset, lexicon, position }: Shared): string {
  // Slashes are allowed in a query and keep it readable.
  return address('/analysis', { ruleset, lexicon, position })
    .replaceAll('%2F', '/')
    .replaceAll('%3F', '?');
}

export function readPageAddress(search: string): Partial<Shared> {
  const query = new URLSearchParams(search);
  const read = (name: keyof Shared) => (query.get(name) ? { [name]: query.get(name)! } : {});
  return { ...read('ruleset'), ...read('lexicon'), ...read('position') };
}
