/** The player on this browser: a guest with a cookie, or an account. */
import { ApiError, get, isRefusedName, post, put, remove, whenUnknown } from './api';
import { t } from './i18n';
import type { MeView, SessionList, SessionView } from './protocol';
import { store, stored } from './storage';

const NAME = 'tisane.name';
const CHOSEN = 'tisane.named';
const ACCOUNT = 'tisane.account';

class Me {
  /** As the server knows them; nothing before they have met. */
  view: MeView | undefined = $state.raw();
  /** The stored name; nothing before the first game. */
  name: string | undefined = $state(stored(NAME));
  /** Whether they chose that name, or were given it. */
  isNamed: boolean = $state(stored(CHOSEN) !== undefined);
  /** The account’s session was ended from elsewhere; shown until closed or logged in again. */
  wasSignedOut = $state(false);

  #known: Promise<MeView> | undefined;
  /** The server doesn’t know the session; no need to ask again before playing. */
  #isForgotten = false;

  constructor() {
    whenUnknown(() => this.#noteEnd());
  }

  /** A name to begin with. */
  suggestion(): string {
    return this.name ?? t('guest.name', { n: 1000 + Math.floor(Math.random() * 9000) });
  }

  /** Makes sure that the server knows the player. */
  known(): Promise<MeView> {
    return (this.#known ??= this.#introduce().catch((error) => {
      this.#known = undefined;
      throw error;
    }));
  }

  /** The player, if known to the server. */
  async look(): Promise<MeView | undefined> {
    if (this.name === undefined || this.#isForgotten) return undefined;
    try {
      return this.#take(await get<MeView>('/api/me'));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'who_are_you') throw error;
      this.#isForgotten = true;
      this.view = this.#known = undefined;
    }
  }

  /** Goes by another name from now on; games that are under way keep the old one. */
  async rename(name: string): Promise<void> {
    this.#known = this.#call(name);
    try {
      await this.#known;
      this.#choose();
    } catch (error) {
      this.#known = undefined;
      throw error;
    }
  }

  /** The session has ended. Account holders get a notice and don’t silently become guests. */
  sessionEnded(): void {
    this.view = this.#known = undefined;
    this.#isForgotten = true;
    this.#noteEnd();
  }

  /** Forgets an account whose session has ended, and says so. A guest keeps the name. */
  #noteEnd(): void {
    if (stored(ACCOUNT) === undefined) return;
    this.#forget();
    this.wasSignedOut = true;
  }

  async sessions(): Promise<SessionView[]> {
    return (await get<SessionList>('/api/me/sessions')).sessions;
  }

  /** Returns those that are left. */
  async endSession(id: string): Promise<SessionView[]> {
    return (await remove<SessionList>(`/api/me/sessions/${encodeURIComponent(id)}`)).sessions;
  }

  /** All other sessions end. */
  async changePassword(old: string, next: string): Promise<void> {
    this.#take(await put<MeView>('/api/me/password', { old, new: next }));
  }

  async makeAccount(name: string, password: string): Promise<void> {
    await this.known();
    this.#take(await post<MeView>('/api/me/account', { name, password }));
    this.#choose();
  }

  async logIn(name: string, password: string): Promise<void> {
    this.#known = Promise.resolve(this.#take(await post<MeView>('/api/login', { name, password })));
    this.#choose();
  }

  async logOut(everywhere: boolean): Promise<void> {
    await post(`/api/logout?everywhere=${everywhere}`, {});
    this.#forget();
  }

  /** Deletes the player on the server. Accounts need the password; guests have none. */
  async delete(password?: string): Promise<void> {
    await remove('/api/me', password === undefined ? undefined : { password });
    this.#forget();
  }

  /** Registers under the stored name, or as a new guest if that name is taken by now. */
  async #introduce(): Promise<MeView> {
    try {
      return await this.#call(this.suggestion());
    } catch (error) {
      if (this.name === undefined || !isRefusedName(error)) throw error;
      this.#noteEnd();
      this.#forget();
      return this.#introduce();
    }
  }

  async #call(name: string): Promise<MeView> {
    return this.#take(await post<MeView>('/api/me', { name }));
  }

  #take(view: MeView): MeView {
    this.#isForgotten = false;
    this.view = view;
    this.name = view.name;
    store(NAME, view.name);
    store(ACCOUNT, view.account ? 'yes' : undefined);
    if (view.account) this.wasSignedOut = false;
    return view;
  }

  #choose(): void {
    this.isNamed = true;
    store(CHOSEN, 'yes');
  }

  #forget(): void {
    this.view = this.name = this.#known = undefined;
    this.isNamed = false;
    store(NAME, undefined);
    store(CHOSEN, undefined);
    store(ACCOUNT, undefined);
  }
}

export const me = new Me();
