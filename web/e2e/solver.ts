/** An engine for the tests: the browser’s own, outside of the browser. */
import type { EngineView } from '../src/protocol';
import { Module } from '../src/engine/module';
import { station } from './browser';

let opened: Promise<Module> | undefined;

/** The engine with the English game, started once for each worker. */
export const engine = (): Promise<Module> => (opened ??= start());

async function start(): Promise<Module> {
  const fetched = (path: string) => fetch(station().address + path);
  const bytes = async (path: string) => new Uint8Array(await (await fetched(path)).arrayBuffer());
  const view = (await (await fetched('/api/engine?ruleset=english')).json()) as EngineView;
  const module = await Module.start(await bytes('/engine.wasm'));
  module.load(view.ruleset, await bytes(view.words!), await bytes(view.model!));
  return module;
}

/** The best moves. Not from the server, which doesn’t help in a live game. */
export async function bestMoves(cgp: string, top: number): Promise<string[]> {
  const module = await engine();
  const { position } = module.ask({ ask: 'read', text: cgp, ruleset: 'english', turn: null });
  return module.ask({ ask: 'rank', position, top }).lines.map(({ move }) => move);
}
