/** As much of a text as a message may quote: whole, or cut to `most` characters of which the last is `…`. */
export function excerpt(text: string, most = 80): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
