import { Highlight } from '@mantine/core';

/** A line of a record, with the words marked that somebody looks for. */
export function Match({ line, words }: { readonly line: string; readonly words: string }) {
  return (
    <Highlight highlight={words.split(/\s+/)} span inherit display="block" dir="auto">
      {line}
    </Highlight>
  );
}
