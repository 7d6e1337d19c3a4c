/** Where questions are answered. */
class Place {
  /** The engine can’t run in this browser, so the server computes. */
  isElsewhere = $state(false);
}

export const place = new Place();
