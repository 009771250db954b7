import type { Logger } from 'chronoscribe';

interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: object;
}

/** A log, and the lines that were written to it. */
export function recorder(): readonly [readonly Line[], Logger] {
  const lines: Line[] = [];
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, message, fields });
  };
  const log: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), child: () => log };
  return [lines, log];
}

/** The messages without their fields. */
export function messagesOf(lines: readonly Line[]): readonly string[] {
  return lines.map(({ message }) => message);
}
