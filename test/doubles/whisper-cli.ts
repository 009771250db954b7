import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is in the "model" that the double loads: what it hears, and how it fails. */
export interface WhisperScript {
  /** Times in milliseconds; `p` is the probability of every token. */
  readonly segments?: readonly {
    readonly from: number;
    readonly to: number;
    readonly text: string;
    readonly p?: number;
  }[];
  /** The code that detection finds. */
  readonly language?: string;
  /** Milliseconds that recognition takes for each second of the recording. */
  readonly msPerSecond?: number;
  /** Ends with this code, after it has repeated what it heard on standard error. */
  readonly exitCode?: number;
  /** Written instead of the JSON result. */
  readonly result?: string;
  /** Kills itself, as the kernel does when memory runs out. */
  readonly killed?: boolean;
}

/**
 * Puts a program `whisper-cli` into a folder, which stands for whisper.cpp's: the options that are used here, its
 * files, its progress
 * lines and its exit codes, read from `examples/cli/cli.cpp`. Returns the path of the model that holds `script`.
 */
export async function installWhisperCli(folder: string, script: WhisperScript = {}): Promise<string> {
  const program = fileURLToPath(new URL('./whisper-cli-main.ts', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'whisper-cli'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  await chmod(join(folder, 'whisper-cli'), 0o755);
  const model = join(folder, 'ggml-double.en.bin');
  await writeFile(model, JSON.stringify(script));
  return model;
}
