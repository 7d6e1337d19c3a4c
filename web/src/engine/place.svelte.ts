/** Where questions are answered. */
class Place {
  /** No engine runs in this browser: the server is asked, and nothing works without it. */
  isElsewhere = $state(false);
}

export const place = new Place();
