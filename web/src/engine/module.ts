/** The compiled engine: bytes in, JSON out. See crates/wasm. */
import { ApiError } from '../api';
import type { ErrorView, Question } from '../protocol';
import type { Answer, SoFar } from './answers';

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  load(ruleset: number, words: number): number;
  ask(): number;
  answer(): number;
}

export class Module {
  #exports!: Exports;
  #progress: ((answer: unknown) => void) | undefined;

  /** From its compiled bytes, or from a response that brings them. */
  static async start(source: BufferSource | PromiseLike<Response>): Promise<Module> {
    const module = new Module();
    const page = {
      progress: (at: number, length: number) => module.#progress?.(module.#parse(at, length)),
    };
    const { instance } = await ('then' in source
      ? WebAssembly.instantiateStreaming(source, { page })
      : WebAssembly.instantiate(source, { page }));
    module.#exports = instance.exports as unknown as Exports;
    return module;
  }

  private constructor() {}

  /** Opens a game. Without words, points can be counted all the same. */
  load(ruleset: string, words: Uint8Array, model: Uint8Array): void {
    const name = new TextEncoder().encode(ruleset);
    this.#write(name, words, model);
    this.#read(this.#exports.load(name.length, words.length));
  }

  /** `progress` gets intermediate results of long requests. */
  ask<Q extends Question>(question: Q, progress?: (so_far: SoFar<Q>) => void): Answer<Q> {
    this.#progress = progress as ((answer: unknown) => void) | undefined;
    this.#write(new TextEncoder().encode(JSON.stringify(question)));
    return this.#read(this.#exports.ask()) as Answer<Q>;
  }

  #write(...parts: Uint8Array[]): void {
    let at = this.#exports.input(parts.reduce((length, part) => length + part.length, 0));
    for (const part of parts) {
      // Created for each access: the memory moves when it grows.
      new Uint8Array(this.#exports.memory.buffer).set(part, at);
      at += part.length;
    }
  }

  #read(length: number): unknown {
    return this.#parse(this.#exports.answer(), length);
  }

  #parse(at: number, length: number): unknown {
    const bytes = new Uint8Array(this.#exports.memory.buffer, at, length);
    const answer = JSON.parse(new TextDecoder().decode(bytes)) as
      { ok: unknown } | { error: ErrorView };
    if ('error' in answer) throw new ApiError(answer.error);
    return answer.ok;
  }
}
