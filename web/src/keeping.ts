/** Items stored on the server for a player, and shared by links. */
import { address, ApiError, get, post, put, remove } from './api';
import { me } from './me.svelte';
import type { Content, KeepRequest, KeptList, KeptSummary, KeptView, SharedView } from './protocol';

/** As the server has it. */
export type Remote = Pick<KeptView, 'id' | 'version' | 'link'>;

/** The player’s items of a kind; none for an unknown browser. */
export async function listMine(kind: Content['kind']): Promise<KeptSummary[]> {
  if (me.name === undefined) return [];
  await me.known();
  return (await get<KeptList>(address('/api/kept', { kind }))).kept;
}

/** The same; none if the server doesn’t answer. */
export function mine(kind: Content['kind']): Promise<KeptSummary[]> {
  return listMine(kind).catch(() => []);
}

export async function fetchKept(id: string): Promise<KeptView> {
  await me.known();
  return get<KeptView>(`/api/kept/${id}`);
}

/** Stores or changes an item. Fails with `changed` if another device changed it. */
export async function push(what: KeepRequest, remote?: Remote): Promise<KeptView> {
  await me.known();
  return remote
    ? put<KeptView>(`/api/kept/${remote.id}`, { version: remote.version, ...what })
    : post<KeptView>('/api/kept', what);
}

/** Shares it; the link stays the same until it is withdrawn. */
export async function share({ id }: Remote): Promise<KeptView> {
  return post<KeptView>(`/api/kept/${id}/link`, {});
}

export async function withdraw({ id }: Remote): Promise<KeptView> {
  return remove<KeptView>(`/api/kept/${id}/link`);
}

export function shared(link: string): Promise<SharedView> {
  return get<SharedView>(`/api/shared/${encodeURIComponent(link)}`);
}

export const linkTo = (link: string) => `${location.origin}/shared/${link}`;

export const isChanged = (error: unknown) => error instanceof ApiError && error.code === 'changed';
