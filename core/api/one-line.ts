/**
 * A text in one line, without control characters and without what is no character at all: a line break inside it could pass for a new turn, and so it can be written
 * into any format that is made of lines, and into XML.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u{FFFE}\u{FFFF}]+/gu, ' ')
    .trim();
}
