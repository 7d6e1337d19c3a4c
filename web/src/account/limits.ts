/** How long names and passwords may be. names.rs and passwords.rs in crates/server/src/people say the same. */
export const LONGEST_NAME = 20;
export const PASSWORD = { least: 8, most: 200 };

/** Length as on the server: normalised, single spaces, in characters. */
export function nameLength(name: string): number {
  return [...name.normalize('NFKC').trim().replace(/\s+/g, ' ')].length;
}

export function isName(name: string): boolean {
  const length = nameLength(name);
  return length > 0 && length <= LONGEST_NAME;
}

export function isPassword(password: string): boolean {
  const { length } = [...password];
  return length >= PASSWORD.least && length <= PASSWORD.most;
}
