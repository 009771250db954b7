import { createRequire } from 'node:module';

/** The package that holds the machine code of sherpa-onnx for this system. */
const binary = `sherpa-onnx-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** What keeps sherpa-onnx from running here; null: nothing. Looks for files only, and loads no machine code. */
export function nativeLack(): { readonly detail: string; readonly mend: string } | null {
  try {
    const library = createRequire(import.meta.url).resolve('sherpa-onnx-node');
    createRequire(library).resolve(binary);
    return null;
  } catch {
    return {
      detail: `The speech recogniser needs the package ${binary}, which is not installed or does not exist for this system.`,
      mend: 'Run `npm install` again without leaving out optional packages, or choose another transcriber in the configuration.',
    };
  }
}
