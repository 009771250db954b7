import { createHash } from 'node:crypto';

/** What stands for a text where many are compared: itself, or its SHA-256 where it is long. */
export function brief(text: string): string {
  return text.length <= 64 ? text : createHash('sha256').update(text).digest('base64');
}
