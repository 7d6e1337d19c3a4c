/** Starts games: on the server, after asking for a name if people play, or in this browser. */
import { asksForConsent, get, isTaken, post } from '../api';
import { isAtStake, load, prepare } from '../game/practice';
import { create, createAndStart } from '../game/requests';
import { me } from '../me.svelte';
import type { RoomSummary, RulesetView } from '../protocol';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import { challengeOf, newGame, PERSON, waitingFor, type Choice } from './choice';

export class Begin {
  busy = $state(false);
  error: unknown = $state.raw();
  /** A game that waits for the player’s name. */
  unnamed: Choice | undefined = $state.raw();
  /** A game to practise that would take the place of one that has not ended. */
  replacing: Choice | undefined = $state.raw();

  /** Creates the game, or joins an open table with the same settings. */
  async start(choice: Choice, open: readonly RoomSummary[] = []): Promise<void> {
    if (this.busy) return;
    const hasPeople = choice.others.includes(PERSON);
    if (hasPeople && !me.isNamed) {
      this.unnamed = choice;
      this.error = undefined;
      return;
    }
    this.busy = true;
    this.error = undefined;
    try {
      const waiting = choice.public && open.length ? await this.#waiting(choice, open) : undefined;
      if (waiting) await this.#join(waiting);
      const request = newGame(choice, settings.family);
      const { id } = waiting ?? (await (hasPeople ? create(request) : createAndStart(request)));
      this.unnamed = undefined;
      router.go(`/games/${id}`);
    } catch (reason) {
      this.error = reason;
      this.unnamed = isTaken(reason) ? choice : undefined;
    } finally {
      this.busy = false;
    }
  }

  /** Where racks are open, the table itself asks whether that is all right. */
  async #join({ id }: RoomSummary): Promise<void> {
    try {
      await post(`/api/games/${encodeURIComponent(id)}/join`, {});
    } catch (reason) {
      if (!asksForConsent(reason)) throw reason;
    }
  }

  async #waiting(choice: Choice, open: readonly RoomSummary[]): Promise<RoomSummary | undefined> {
    const ruleset = await get<RulesetView>(`/api/rulesets/${encodeURIComponent(choice.ruleset)}`);
    const agreed = {
      lexicon: choice.lexicon || (ruleset.lexicon ?? ''),
      challenge: challengeOf(choice) ?? ruleset.challenge,
      family: settings.family,
    };
    const { id } = await me.known(); // nobody joins their own table
    return waitingFor(choice, agreed, open, id);
  }

  /** Starts an offline game. There is room for one, so an unfinished one is asked about. */
  practise(choice: Choice, isSure = false): void {
    this.replacing = !isSure && isAtStake(load()) ? choice : undefined;
    if (this.replacing) return;
    const { ruleset, lexicon, others } = choice;
    prepare({
      game: { ruleset, lexicon, family: settings.family },
      bots: [...others], // as plain data, which goes to the engine's worker
      challenge: challengeOf(choice),
    });
    router.go('/practice');
  }
}
