/** What progress is written to: standard error, as far as it matters. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ModelProgress {
  (fraction: number): void;
  /** Leaves the line. */
  end(): void;
}

const barLength = 30;

/**
 * Shows how far a model has come: as a bar that grows where somebody watches, and as a line for each tenth where the output is
 * kept.
 */
export function progressOf(output: ProgressOutput, name: string): ModelProgress {
  let shown = -1;
  const bar = (percent: number) => {
    const full = Math.round((percent / 100) * barLength);
    output.write(`\r\x1b[K${name} ${'█'.repeat(full)}${'░'.repeat(barLength - full)} ${percent} %`);
  };
  const line = (percent: number) => output.write(`${name}: ${percent} %\n`);
  const [step, show] = output.isTTY ? [1, bar] : [10, line];
  const progress = (fraction: number) => {
    const percent = Math.floor((fraction * 100) / step) * step;
    if (percent <= shown) return;
    shown = percent;
    show(percent);
  };
  const end = () => {
    if (output.isTTY && shown >= 0) output.write('\r\x1b[K');
  };
  return Object.assign(progress, { end });
}

/** `108 MB`; a question mark where it is not known. */
export function megabytes(bytes: number | null): string {
  return bytes === null ? '?' : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
