import { actions, type Rules } from '../table.ts';

/** `We will order`, `keep taking`. */
export const plans: readonly Rules[] = [
  {
    category: 'planned',
    direction: 'forward',
    kinds: actions,
    reach: 7,
    cues: `
      (will|i'll|we'll|you'll|he'll|she'll|they'll|shall)
      (going to|gonna|wanna|plan to|plans to|planning to|planning on|plan on|plan for|planning|plan is|plan is to|set up|sign you up|put in|putting in)
      (want you to|would like you to|like you to|want to|would like to|like to|i'd like|we'd like|i want|let's|let us|let me|go ahead and|need to|needs to|need a|needs a|needs an|you need|should|ought to)
      (recommend|recommends|recommended|recommending|suggest|advise|advised|propose|proposed) (that)?
      (schedule|scheduled|scheduling|book|booked|booking|arrange|arranged|refer|referring|referred|order|ordering|ordered|prescribe|prescribing|prescribed|send|sending|submit|request|requested|obtain|repeat|begin|initiate|initiating|start|starting|add|adding|try|trial) (you|him|her|for|on|to|a|an|the|of|out|up)?
      (awaiting|pending|upcoming|due for|set for|scheduled for|slated for|candidate for)
      (give|giving|write|writing) (you|him|her|them) (a|an|some|the)?`,
  },
  {
    category: 'planned',
    direction: 'forward',
    kinds: actions,
    at: 'head',
    role: 'clinician',
    reach: 4,
    cues: 'plan (is|for)? :?\n(take|get|use|apply|do|try|check|have|plan|return|proceed with|give|put)',
  },
  {
    category: 'planned',
    direction: 'backward',
    kinds: actions,
    reach: 4,
    cues: '{be}? {degree}? (scheduled|planned|pending|ordered|recommended|booked|arranged|indicated|needed|set up|due|advised|requested)\n(next|this coming) (week|month|monday|tuesday|wednesday|thursday|friday|visit|year)\n(will|should|needs to|need to|is to|are to|is going to) be (done|performed|obtained|ordered|scheduled|started|given|added)\ntomorrow',
  },
  {
    category: 'end',
    direction: 'both',
    ends: ['planned'],
    cues: '(but|because|already|after your|since your|before your|if|when|which|who|so that|and see)',
  },
  {
    category: 'pseudo',
    direction: 'both',
    kinds: actions,
    cues: "(was|been|got|were|already|just|had been|has been|have been|they|i was) (prescribed|started|ordered|recommended|put) (on|me on)?\n(started|put|placed|got) (me|him|her) on\n(i|he|she|they) (started|began|tried)\n(want to|would like to|let's|let me|need to|going to|gonna|i'll|we'll|i wanna|just) (talk|ask|see how|look|know|go over|review|hear|make sure|see|listen|examine|go through|say|tell|explain)\n(you|she|he|they) should have\n(to|for) (start|begin) with\nin order to\ntry to",
  },
  {
    category: 'planned',
    direction: 'forward',
    kinds: actions,
    reach: 5,
    cues: '(talk|talked) (to you)? about starting',
  },
  {
    category: 'kept',
    direction: 'forward',
    kinds: actions,
    reach: 6,
    cues: `
      (continue|continues|continued|continuing|keep|keeps|keeping|stay|staying|stays|remain|remains|maintain|maintained|resume|resumes|resumed|go on|carry on|going on) (to)? (on|with|taking|using|him|her|you|up)? (on)?
      (still|currently|already) (on|taking|takes|using|uses|take|use)
      (before|if|when|unless|until|once) (you|i|we|he|she|they) {stop} (taking|using)?`,
  },
];
