import { actions, conditions, type Rules } from '../table.ts';

/** `If it gets worse`. */
export const conditionals: readonly Rules[] = [
  {
    category: 'pseudo',
    direction: 'both',
    role: 'patient',
    kinds: conditions,
    cues: '(if|unless|when|whenever) (i|it|you|we|there)',
  },
  {
    category: 'conditional',
    direction: 'forward',
    role: 'patient',
    kinds: conditions,
    crosses: true,
    gap: 8,
    cues: '(if|unless|when|whenever) (i|it|you|we|there) .. (should|could|would|will|can|do) (i|you|we)',
  },
  {
    category: 'conditional',
    direction: 'forward',
    reach: 12,
    kinds: [...conditions, 'result', 'social'],
    cues: `
      (if|unless|in case|in the event|whenever) (of|you|i|he|she|they|there|it|that|have|has|get|gets|develop|develops|start|starts|notice|experience|begin|are|is|feel)?
      (as needed|prn|when needed) for
      (return|call|come back|go to the er|seek care|report) (immediately|right away|promptly)? (for|with)`,
  },
  {
    category: 'pseudo',
    direction: 'both',
    cues: `
      if (that's|you don't mind|you could|you can|you want|you like|you would|it's okay|you will|i can|i may|i remember|i recall|you ask me|anything|possible)
      if you (have|had) any (other)? (questions|concerns)
      (as|even) if
      as long as
      (see|know|tell|ask|sure|check|decide|wonder|wondering) (me|you|us)? if
      if (it's|that's) (okay|alright|all right) (with you)?
      if okay
      as needed`,
  },
  {
    category: 'conditional',
    direction: 'both',
    crosses: true,
    reach: 30,
    at: 'head',
    kinds: actions,
    cues: '(if|unless|in case|only if|in the event|depending on|should (the|your|this|it|any|there|symptoms)|provided)',
  },
  {
    category: 'conditional',
    direction: 'forward',
    at: 'head',
    reach: 6,
    kinds: conditions,
    cues: 'should (the|you|your|this|it|any|there)? (have|get|develop|be)?',
  },
  { category: 'pseudo', direction: 'both', cues: '(should|will|might|may|ought to) be (all)? (gone|better|fine)' },
  {
    category: 'certain',
    direction: 'forward',
    kinds: actions,
    reach: 2,
    cues: 'depending on (what|how)? (the|your)?',
  },
  {
    category: 'conditional',
    direction: 'backward',
    crosses: true,
    reach: 12,
    kinds: actions,
    cues: '(only if|if|unless|in case|in the event|depending on|provided)',
  },
];
