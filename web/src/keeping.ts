/** What the server keeps for a guest or an account, and shows to others by a link. */
import { address, ApiError, get, post, put, remove } from './api';
import { me } from './me.svelte';
import type { Content, KeepRequest, KeptList, KeptSummary, KeptView, SharedView } from './protocol';

/** As the server has it. */
export type Remote = Pick<KeptView, 'id' | 'version' | 'link'>;

/** One's own of a kind; none if the server has never heard of this browser. */
export async function listMine(kind: Content['kind']): Promise<KeptSummary[]> {
  if (me.name === undefined) return [];
  await me.known();
  return (await get<KeptList>(address('/api/kept', { kind }))).kept;
}

/** The same; none, too, if the server does not answer. */
export function mine(kind: Content['kind']): Promise<KeptSummary[]> {
  return listMine(kind).catch(() => []);
}

export async function fetchKept(id: string): Promise<KeptView> {
  await me.known();
  return get<KeptView>(`/api/kept/${id}`);
}

/** Keeps something new, or changes what is kept. What another device has changed meanwhile is told by an error with the code `changed`. */
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
