import { actions, around, backward, forward, type Rules, treatments } from '../table.ts';

/** What says that something is to be done, or to go on. */
export const plans: readonly Rules[] = [
  forward('planned', { kinds: actions, reach: 7 })`
    (will|i'll|we'll|you'll|he'll|she'll|they'll|shall)
    (going to|gonna|wanna|plan to|plans to|planning to|planning on|plan on|plan for|planning|plan is|plan is to|set up|sign you up|put in|putting in)
    (want you to|would like you to|like you to|want to|would like to|like to|i'd like|we'd like|i want|let's|let us|let me|go ahead and|need to|needs to|need a|needs a|needs an|you need|should|ought to)
    (recommend|recommends|recommended|recommending|suggest|advise|advised|propose|proposed) (that)?
    (schedule|scheduled|scheduling|book|booked|booking|arrange|arranged|refer|referring|referred|order|ordering|ordered|prescribe|prescribing|prescribed|send|sending|submit|request|requested|obtain|repeat|begin|initiate|initiating|start|starting|add|adding|try|trial) (you|him|her|for|on|to|a|an|the|of|out|up)?
    (putting|placing|put|place|switching|starting|to be started|to be placed) (you|him|her|the patient)? on
    (suggestion|recommendation|next step) (is|would be)
    (awaiting|pending|upcoming|due for|set for|scheduled for|slated for|candidate for)
    (give|giving|write|writing) (you|him|her|them) (a|an|some|the)?`,
  forward('planned', { kinds: actions, at: 'head', role: 'clinician', reach: 4 })`
    plan (is|for)? :?
    (take|get|use|apply|do|try|check|have|plan|return|proceed with|give|put)`,
  backward('planned', { kinds: actions, reach: 4 })`
    {be}? {degree}? (scheduled|planned|pending|ordered|recommended|booked|arranged|indicated|needed|set up|due|advised|requested)
    (next|this coming) (week|month|monday|tuesday|wednesday|thursday|friday|visit|year)
    (will|should|needs to|need to|is to|are to|is going to) be (done|performed|obtained|ordered|scheduled|started|given|added)
    tomorrow`,
  // `It was stopped, so I want you back on it.`
  backward('certain', { kinds: ['medication'], reach: 14, crosses: true, nearest: true })`
    (want|put|putting|get|getting|need|like|have) (you|him|her|them)? back on (it|that|them|this)
    (go|going|be|being|start|starting) (you|him|her|them)? back on (it|that|them|this)
    (restart|restarting|restarted|resume|resuming|reinstate) (it|that|them|this)
    start (it|that|them|this) again`,
  around('end', { ends: ['planned'] })`
    (but|because|already|after your|since your|before your|if|when|which|who|so that|and see)`,
  around('pseudo', { kinds: actions })`
    (was|been|got|were|already|just|had been|has been|have been|they|i was) (prescribed|started|ordered|recommended|put) (on|me on)?
    (started|put|placed|got) (me|him|her) on
    (i|he|she|they) (started|began|tried)
    (want to|would like to|let's|let me|need to|going to|gonna|i'll|we'll|i wanna|just) (talk|ask|see how|look|know|go over|review|hear|make sure|see|listen|examine|go through|say|tell|explain)
    (you|she|he|they) should have
    (to|for) (start|begin) with
    in order to
    try to`,
  forward('planned', { kinds: actions, reach: 5 })`
    (talk|talked) (to you)? about starting`,
  forward('kept', { kinds: actions, reach: 6 })`
    (continue|continues|continued|continuing|keep|keeps|keeping|stay|staying|stays|remain|remains|maintain|maintained|resume|resumes|resumed|go on|carry on|going on) (to)? (on|with|taking|using|him|her|you|up)? (on)?
    (still|currently|already) (on|taking|takes|using|uses|take|use)
    (before|if|unless|until|once) (you|i|we|he|she|they) {stop} (taking|using)?
    when (you|i|we|he|she|they) (stop|quit|discontinue|hold) (taking|using)?`,
];

/** What says that something is not to be done. */
export const notToBe: readonly Rules[] = [
  around('pseudo')`
    (instead|in place) of (that|this|it|them|those)`,
  forward('kept', { kinds: treatments, gap: 4 })`
    (stop|hold|quit|stopping|discontinue|come off|go off|get off|be off|taper off|pause) (of)? (taking|using)? .. (after|once|when|if|during|while|until you|unless|in case|as soon as|should (<term>|the|your|his|her|symptoms|it|any|there|they|ck))`,
  forward('declined', { kinds: actions, role: 'patient' })`
    no way (am i|i'm|i am|i'll)? (taking|doing|having|going on|getting|take|do)?
    (hold|holding) off (on|for)? (taking|using|starting|getting|doing|the|any)?
    (skip|skipping|forgo|pass on|defer|postpone|avoid) (the|any|this|that)?
    (won't|will not|(i'm|i am) not (doing|going on|having|getting|starting)|not going to|aren't going to|isn't going to|are not going to|not gonna|wouldn't|would not) (be)? (start|starting|order|ordering|do|doing|get|getting|add|adding|prescribe|prescribing|need|take|taking|have|having|use|using|give|pursue|recommend|put|try)
    (talked out of|leery of|scared of|says no to|said no to|no to)`,
  forward('absent', { kinds: actions, gap: 10, crosses: true })`
    (was|were) (going to|gonna|thinking of|thinking about|planning to|planning on|about to|considering) .. but
    (thought about|thought of|considered|talked about) .. but (not|decided|we|i)
    (would|i'd|we'd) (usually|normally|ordinarily|typically|otherwise|have|have liked to)? (give|given|use|used|prescribe|prescribed|start|started|offer|offered|order|ordered) .. but`,
  forward('absent', { kinds: actions })`
    (won't|will not|not going to|aren't going to|isn't going to|are not going to|not gonna|wouldn't|would not) (be)? (start|starting|order|ordering|do|doing|get|getting|add|adding|prescribe|prescribing|need|take|taking|have|having|use|using|give|pursue|recommend|put|try)
    {not} (giving|starting|prescribing|ordering|adding|putting|going to (give|start|prescribe|order|add|put)|gonna (give|start|prescribe|order|add|put)) (you|him|her|them)? (on)? (the|a|any|that|more)?
    (hold|holding|held) off (on|for|from)? (taking|using|starting|giving|getting|doing|ordering|any|the)?
    (no|not) (need|reason|indication|plans|plan|point) (for|to|in) (start|do|get|order|repeat|another|further|starting)?
    {not} (need|require|recommend|warrant) (to)? (any|a|an|further|another|start|do|get|order|repeat|the)?
    (skip|skipping|forgo|forgoing|forego|defer|deferred|deferring|postpone|postponed|delay|hold on)
    no (further|more|additional|new|repeat) (need for)?`,
  forward('absent', { kinds: actions, over: 'the a an any your my his her another more that this' })`
    {insteadOf} (taking|using|starting|giving|getting|doing|having|another)?`,
  // After what is not chosen stands what is: `Instead of the tramadol I'd go with Tylenol.`
  forward('planned', { kinds: actions })`
    {insteadOf} (taking|using)? {article}? <term> (,|-)? {subject}
    {insteadOf} (taking|using)? {article}? <term> (,|-)? (try|take|use|go|have|do|start|start with|get|consider|give)
    {change} {person}? (over)? (from)? {article}? <term> (<number> (mg|mcg|milligrams)?)? (daily)? (over)? (to|for|with|into|out for)`,
  forward('planned', { kinds: actions, at: 'head' })`
    {insteadOf} (taking|using)? {article}? <term> ,`,
  backward('absent', { kinds: actions, reach: 5 })`
    {be}? {degree}? not (needed|necessary|indicated|required|recommended|planned|performed|warranted)
    (isn't|wasn't|aren't) (needed|necessary|indicated|required|recommended|planned|warranted)`,
];
