/** Whisper names what is not speech: `[BLANK_AUDIO]`, `(wind blowing)`, `*coughs*`, `♪`. No one said these. */
export function isSoundName(text: string): boolean {
  return /^\s*(\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|♪[^♪]*♪?)\s*$/u.test(text);
}
