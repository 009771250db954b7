import { seam } from './marks.ts';

const gap = String.raw`[\s,.;:…–—${seam}-]*`;
export const hesitation = '(?:oh|uh+|um+|er+|hmm?|well|ah|and|but|no|okay|so)';
/** A command: what was said before it does not stand. */
const command =
  '(?:(?:scratch|strike|delete|cancel) that|(?<!\\b(?:surgical|of|for|the|vision|eye|a|after|with|and|in|on|at|to|deformity|further) )correction(?! (?:of|factor|surgery|for|with|dose|insulin|scale|is|was)\\b)|let me (?:correct|rephrase) (?:that|myself)|i take that back)';
const apology =
  "(?:(?:i'm |i am )?sorry|i mean(?:t(?: to say)?)?|i misspoke|i (?:tell a )?lie|or rather|(?:make|check) (?:that|it)|actually|(?:(?<=\\bno,? )wait|(?:wait|hang on|hold on)(?= no\\b|[\\s]*[,.…]))|excuse me|pardon(?: me)?|my (?:mistake|bad)|oops)";
/** `My right knee hurts. Not the right, the left.` */
const denial =
  'not (?:on |in )?(?:the |my |your |his |her |a )?[\\p{L}\\d-]+(?: (?:side|one|mg|milligrams|knee|hip|foot|arm|leg|ear|eye|hand))?(?=,)';
const edge = String.raw`(?<![\p{L}\p{N}'’-])`;
const end = String.raw`(?![\p{L}\p{N}'’-])`;
/** What says that something is said again: `no, sorry`, `scratch that`. */
export const marker = new RegExp(
  `${gap}${edge}(?:${hesitation}${end}${gap})*(?:${command}|${apology}|${denial}|no)${end}(?:${gap}(?:${hesitation}|${command}|${apology})${end})*${gap}`,
  'giu',
);
export const hasMarker = new RegExp(
  `${edge}(?:${command}|${apology}|no)${end}|\\b(?:not|wrong|other) |backwards`,
  'iu',
);
/** What is denied as said before, in its first group. */
export const denied = new RegExp(`${edge}${denial.replace('[', '([').replace(']+', ']+)')}`, 'iu');
export const isCommand = new RegExp(`${edge}${command}${end}`, 'iu');
export const isApology = new RegExp(
  `${edge}(?:sorry|i mean|i meant|i misspoke|i (?:tell a )?lie|or rather|wait|hang on|hold on|excuse me|pardon|my (?:mistake|bad)|oops|(?:actually|no)[\\s,]+make (?:that|it)|[.,;]\\s*(?:no[\\s,]+)?make (?:that|it)|${denial})`,
  'iu',
);
/** `No, the right, sorry.` */
export const trailing = new RegExp(`,?\\s*(?:${apology})\\s*$`, 'iu');
/** `no,` between two pauses, or `actually`: it takes back a value and nothing else. */
export const isWeak = /^[^\p{L}]*[,.;…–—]\s*(?:(?:no|actually|well)[\s,.;–—]*)*no\s*[,.;–—]\s*$/iu;
