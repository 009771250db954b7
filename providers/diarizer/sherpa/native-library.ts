import { createRequire } from 'node:module';

/** The package with sherpa-onnx's native library for this system. */
const binary = `sherpa-onnx-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** What sherpa-onnx needs and this system does not have; null: nothing. It looks for files and loads no native code. */
export function missingNativeLibrary(): { readonly detail: string; readonly hint: string } | null {
  try {
    const library = createRequire(import.meta.url).resolve('sherpa-onnx-node');
    createRequire(library).resolve(binary);
    return null;
  } catch {
    return {
      detail: `sherpa-onnx needs the package ${binary}, which is not installed or does not exist for this system.`,
      hint: 'Run `npm install` again without leaving out optional packages, or choose another provider in the configuration.',
    };
  }
}
