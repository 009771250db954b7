import { around, backward, conditions, forward, type Rules } from '../table.ts';

/** What says that something was before. */
export const times: readonly Rules[] = [
  forward('historical')`
    (used to|formerly|previously|remote|remote history of|prior history of|past history of|distant history of|growing up)
    (was|were) previously
    (history|hx) of (a)? (remote|childhood)
    childhood`,
  backward('historical', { reach: 4 })`
    in the (distant|remote)? past
    (years|decades) (ago|back)
    (as|when) (a|i was a|he was a|she was a|i was|he was|she was) (kid|child|baby|teen|teenager|toddler|boy|girl|little|young|younger)
    in (my|his|her)? (childhood|teens|twenties|youth|college|high school)
    back in (the|<year>)?
    growing up
    a (long)? (while|time) (ago|back)`,
  backward('historical', { reach: 4, kinds: [...conditions, 'result', 'score', 'social'] })`
    (has|have|had|is|are|it's|all|now|since|completely|fully)? {degree}? (went away|resolved|gone|cleared up|subsided|healed|in remission)`,
  backward('historical', { reach: 1, crosses: true, kinds: conditions })`
    (as|when) (a|i was a|he was a|she was a|i was|he was|she was) (kid|child|baby|teen|teenager|toddler|boy|girl|little|young|younger|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17)`,
  forward('historical', { kinds: conditions, gap: 8 })`
    (had|i'd had|he'd had|developed|suffered|survived|beat) .. (ago|removed|back in|last year|before (the|my|that)|in <year>|<year>|as a (kid|child|teenager)|when (i|he|she) was)`,
  around('pseudo', { kinds: conditions })`
    (have|has|has been|have been) had .. ago`,
  forward('historical', { kinds: ['procedure'], reach: 6 })`
    (had|did|done|got|underwent|undergone|status post|s / p|s p|history of|prior|previous|previously|post|after|following|since|removed|years out from|year out from|months out from|weeks out from|recovering from|has had|have had)`,
  around('pseudo', { kinds: ['procedure', 'order'] })`
    (have|has) you had
    have you (ever)? (had|done|gotten)
    (before|prior to|until|after|following) (the|your|his|her|my) (surgery|operation|procedure)`,
  backward('historical', { kinds: ['procedure'], reach: 5 })`
    (years|months|weeks|days) (ago|back)
    in the past
    (last|back in) (year|month|week|spring|summer|fall|winter|{month})
    (was|were) (done|performed|completed|given|received)
    {be}? {degree}? (up to date|current|utd|on schedule|complete)
    (went|healed) (well|fine|nicely)
    in <year>`,
  forward('historical', { kinds: ['order', 'advice'], reach: 4 })`
    (underwent|previous|previously|prior|last|earlier|old|outside)
    (when was|where was) your last`,
  forward('historical', { role: 'patient', kinds: ['order'], reach: 3 })`
    (i|they|we|he|she|you) (already)? (had|did|got)
    (i|they|we) (already)? have had`,
  forward('historical', { kinds: ['order', 'advice'], gap: 8 })`
    (had|did|got|done|have had) .. (in the past|ago|last year|last month|last week|yesterday|before surgery|back in)`,
  backward('historical', { kinds: ['order'], reach: 3 })`
    (years|months|weeks|days) ago
    (was|were) (already)? (done|performed|obtained|drawn) (on|in|last|at|yesterday|before)
    from (last|a (year|month|week) ago)`,
  forward('historical', { kinds: conditions, crosses: true, needs: 'had underwent suffered got' })`
    (back)? in <year>`,
  forward('historical', { crosses: true })`
    when (i|he|she) was (a|an|young|younger|little|small|growing|in (college|high school|school|my|his|her))
    (in the past|years ago|as a (kid|child|teenager)|back in (college|high school|the day))`,
  backward('historical', { kinds: ['social'], crosses: true, reach: 10 })`
    (but|and|then|i|he|she|has|have|since)? (quit|stopped|gave (it|that|them) up|given (it|that) up) (in|about|ago|last|when|since|it|that|altogether|cold|smoking|drinking)?`,
  around('historical', { kinds: ['social'] })`
    (used to|quit|quits|stopped|former|formerly|ex|gave up|given up|in the past|previously)`,
  forward('historical', { kinds: ['medication'] })`
    (used to (take|be on|use)|was also on|previously (on|took|used|tried|treated with))`,
  forward('historical', { kinds: ['medication'], gap: 8 })`
    (was on|were on|been on|took|had|tried|used|was taking) .. (back in|years ago|last (year|month|spring|summer|autumn|fall|winter)|in the past|as a (kid|child|teen|teenager)|when i was|in (college|high school)|a (long)? (while|time) (ago|back))`,
  around('end', { ends: ['historical'] })`
    (but|now|currently|today|presents|presenting|comes in|here for|who)`,
  around('pseudo')`
    used to (it|that|the|this)`,
  around('pseudo', { kinds: ['medication'] })`
    (started|start|began|been on|put me on) .. (ago|back)`,
];
