/** Abbreviations with points inside, as one word: a point ends a sentence. */
const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/\bz\. ?n\.(?= )/giu, 'zn'],
  [/\bst\. ?n\.(?= )/giu, 'zn'],
  [/\bv\. ?a\.(?= )/giu, 'va'],
  [/\bd\. ?d\.(?= )/giu, 'dd'],
  [/\bb\. ?b\.(?=\W|$)/giu, 'bei Bedarf'],
  [/\b(z|d|u|i|o|s)\. ?(b|h|a|v|o|c)\.(?= )/giu, '$1$2'],
  [/\b(ggf|evtl|bzw|ca|tgl|dr|nr|re|li|bds|tbl|tab|pat|inkl|max|min|std|wo|mon|stk)\.(?= )/giu, '$1'],
];

/** Decimals, and verbs as they are spoken. */
const spoken: readonly (readonly [RegExp, string])[] = [
  [/½/gu, '0.5'],
  [/(?<![\d,])(\d+),(\d+)(?!,?\d)/gu, '$1.$2'],
  [/(?<!\p{L})(hab|nehm|krieg|vertrag|bräucht|möcht)['’]?(?!\p{L})/giu, '$1e'],
];

/** German as its rules read it: abbreviations without points. */
export function plainGerman(text: string): string {
  return [...abbreviations, ...spoken].reduce((said, [pattern, word]) => said.replace(pattern, word), text);
}
