import type { SaidText } from 'chronoscribe/kinds/punctuator';

/** What each speaker says until the next one speaks, as words: a sentence may go on after a pause. */
export function joinTurns(said: readonly SaidText[]): string[][] {
  const turns: string[][] = [];
  let before: SaidText | undefined;
  for (const each of said) {
    const turn = before?.speaker === each.speaker ? turns.at(-1) : undefined;
    if (turn === undefined) turns.push(wordsOf(each.text));
    // Not by arguments of one call, of which there cannot be as many as words in a text.
    else for (const word of wordsOf(each.text)) turn.push(word);
    before = each;
  }
  return turns;
}

/** The words of turns as the texts that they were joined from. */
export function splitTurns(said: readonly SaidText[], turns: readonly (readonly string[])[]): string[] {
  const words = turns.flat();
  let at = 0;
  return said.map(({ text }) => {
    const { length } = wordsOf(text);
    at += length;
    return words.slice(at - length, at).join(' ');
  });
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
