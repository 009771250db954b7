import { conditions, type Rules } from '../table.ts';

/** What says that something was before. */
export const times: readonly Rules[] = [
  {
    category: 'historical',
    direction: 'forward',
    cues: `
      (used to|formerly|previously|remote|remote history of|prior history of|past history of|distant history of|growing up)
      (was|were) previously
      (history|hx) of (a)? (remote|childhood)
      childhood`,
  },
  {
    category: 'historical',
    direction: 'backward',
    reach: 4,
    cues: `
      in the (distant|remote)? past
      (years|decades) (ago|back)
      (as|when) (a|i was a|he was a|she was a|i was|he was|she was) (kid|child|baby|teen|teenager|toddler|boy|girl|little|young|younger)
      in (my|his|her)? (childhood|teens|twenties|youth|college|high school)
      back in (the|<year>)?
      growing up
      a (long)? (while|time) (ago|back)`,
  },
  {
    category: 'historical',
    direction: 'backward',
    reach: 4,
    kinds: [...conditions, 'result', 'score', 'social'],
    cues: "(has|have|had|is|are|it's|all|now|since|completely|fully)? {degree}? (went away|resolved|gone|cleared up|subsided|healed|in remission)",
  },
  {
    category: 'historical',
    direction: 'backward',
    reach: 1,
    crosses: true,
    kinds: conditions,
    cues: '(as|when) (a|i was a|he was a|she was a|i was|he was|she was) (kid|child|baby|teen|teenager|toddler|boy|girl|little|young|younger|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17)',
  },
  {
    category: 'historical',
    direction: 'forward',
    kinds: conditions,
    gap: 8,
    cues: "(had|i'd had|he'd had|developed|suffered|survived|beat) .. (ago|removed|back in|last year|before (the|my|that)|in <year>|<year>|as a (kid|child|teenager)|when (i|he|she) was)",
  },
  { category: 'pseudo', direction: 'both', kinds: conditions, cues: '(have|has|has been|have been) had .. ago' },
  {
    category: 'historical',
    direction: 'forward',
    kinds: ['procedure'],
    reach: 6,
    cues: '(had|did|done|got|underwent|undergone|status post|s / p|s p|history of|prior|previous|previously|post|after|following|since|removed|years out from|year out from|months out from|weeks out from|recovering from|has had|have had)',
  },
  {
    category: 'pseudo',
    direction: 'both',
    kinds: ['procedure', 'order'],
    cues: '(have|has) you had\nhave you (ever)? (had|done|gotten)\n(before|prior to|until|after|following) (the|your|his|her|my) (surgery|operation|procedure)',
  },
  {
    category: 'historical',
    direction: 'backward',
    kinds: ['procedure'],
    reach: 5,
    cues: '(years|months|weeks|days) (ago|back)\nin the past\n(last|back in) (year|month|week|spring|summer|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december)\n(was|were) (done|performed|completed)\n(went|healed) (well|fine|nicely)\nin <year>',
  },
  {
    category: 'historical',
    direction: 'forward',
    kinds: ['order', 'advice'],
    reach: 4,
    cues: '(underwent|previous|previously|prior|last|earlier|old|outside)\n(when was|where was) your last',
  },
  {
    category: 'historical',
    direction: 'forward',
    role: 'patient',
    kinds: ['order'],
    reach: 3,
    cues: '(i|they|we|he|she|you) (already)? (had|did|got)\n(i|they|we) (already)? have had',
  },
  {
    category: 'historical',
    direction: 'forward',
    kinds: ['order', 'advice'],
    gap: 8,
    cues: '(had|did|got|done|have had) .. (in the past|ago|last year|last month|last week|yesterday|before surgery|back in)',
  },
  {
    category: 'historical',
    direction: 'backward',
    kinds: ['order'],
    reach: 3,
    cues: '(years|months|weeks|days) ago\n(was|were) (already)? (done|performed|obtained|drawn) (on|in|last|at|yesterday|before)\nfrom (last|a (year|month|week) ago)',
  },
  {
    category: 'historical',
    direction: 'forward',
    kinds: conditions,
    crosses: true,
    needs: 'had underwent suffered got',
    cues: '(back)? in <year>',
  },
  {
    category: 'historical',
    direction: 'forward',
    crosses: true,
    cues: `
      when (i|he|she) was (a|an|young|younger|little|small|growing|in (college|high school|school|my|his|her))
      (in the past|years ago|as a (kid|child|teenager)|back in (college|high school|the day))`,
  },
  {
    category: 'historical',
    direction: 'backward',
    kinds: ['social'],
    crosses: true,
    reach: 10,
    cues: '(but|and|then|i|he|she|has|have|since)? (quit|stopped|gave (it|that|them) up|given (it|that) up) (in|about|ago|last|when|since|it|that|altogether|cold|smoking|drinking)?',
  },
  {
    category: 'historical',
    direction: 'both',
    kinds: ['social'],
    cues: '(used to|quit|quits|stopped|former|formerly|ex|gave up|given up|in the past|previously)',
  },
  {
    category: 'historical',
    direction: 'forward',
    kinds: ['medication'],
    cues: '(used to (take|be on|use)|was also on|previously (on|took|used|tried|treated with))',
  },
  {
    category: 'historical',
    direction: 'forward',
    kinds: ['medication'],
    gap: 8,
    cues: '(was on|were on|been on|took|had|tried|used|was taking) .. (back in|years ago|last (year|month|spring|summer|autumn|fall|winter)|in the past|as a (kid|child|teen|teenager)|when i was|in (college|high school)|a (long)? (while|time) (ago|back))',
  },
  {
    category: 'end',
    direction: 'both',
    ends: ['historical'],
    cues: '(but|now|currently|today|presents|presenting|comes in|here for|who)',
  },
  { category: 'pseudo', direction: 'both', cues: 'used to (it|that|the|this)' },
  {
    category: 'pseudo',
    direction: 'both',
    kinds: ['medication'],
    cues: '(started|start|began|been on|put me on) .. (ago|back)',
  },
];
