import { actions, around, backward, conditions, forward, type Rules } from '../table.ts';

/** What says that something is not certain. */
export const doubts: readonly Rules[] = [
  forward('possible', { indefinite: true, reach: 9, kinds: [...conditions, 'result', 'score', 'social'] })`
    (might|may|could|can) (just|also|be|have|have been|represent|reflect|indicate|suggest|get|cause|develop|even|well)?
    (might|may|could) {not} (have|be)?
    (could|might|can) (this|that|it) be
    (possible|possibly|probable|probably|perhaps|maybe|presumed|presumptive|questionable|query|conceivably|likely|unlikely)
    (suspect|suspects|suspected|suspicious|suspicion|suspecting) (for|of|that|it's|it is|she has|he has|you have)?
    (concern|concerned|concerning|concerns|worried|worrying|afraid|nervous) (for|about|of|that|it|this|i|he|she|it's|this is|it might be)?
    (rule out|to exclude|versus|vs|differential includes|differential diagnosis includes|differential)
    (question|chance|risk|likelihood|possibility|probability) (of|for)
    (evaluate|screen|screened|screening|assess|check|checking|test|testing|tested|look|looking|watch|watching|monitor|monitoring|work up|workup|scan) (you|him|her)? (out)? for
    (i|we|he|she|they) thought (i|it|he|she|we|they) (was|were|had)
    (whether|wonder|wondering|unsure|not sure|unclear|uncertain) (if|whether|about|it's|it is|i|he|she|that)?
    {not} (sure|certain|know|clear|remember|rule out|excluded|exclude) (if|whether|that|about|i|it's|it is|he|she|this is)?
    (think about|thinking about|considering|consider|considered)
    (suggests|suggestive of|suggesting|consistent with possible|compatible with|indicative of|appears to be|looks like|could be|seems like)
    (can't|cannot|could not|couldn't|can not) (rule out|exclude|say if|say whether)`,
  forward('possible', { crosses: true, reach: 12, kinds: [...conditions, 'result'] })`
    (complications|complication|side effect|side effects|prevent|prevents|preventing|possible causes|can cause|could cause|may cause|risk of|risks of|risk for|such as infection)`,
  backward('possible', { reach: 2 })`
    {be}? {degree}? (possible|suspected|likely|unlikely|questionable|considered|in question|uncertain|unclear|doubtful|on the differential|a possibility|not out of the question|a concern|a consideration)
    (could|may|might) be
    (has|have|had|was|were|is)? {not} (been)? {degree}? (ruled out|excluded)
    (hasn't|haven't|wasn't|can't|cannot|couldn't) (be|been)? (ruled out|excluded)
    (still)? (to|needs to|need to) be (ruled out|excluded)
    (versus|vs)`,
  forward('possible', { kinds: actions, reach: 9 })`
    (discuss|discussed|discussing|consider|considers|considered|considering|maybe|perhaps|possibly|probably|potentially|potential|think about|thinking about|decide|decide on|talk about)
    (might|may|could) (need|want|have|try|get|do|start|use|take|order|add|consider|even|also|be|benefit from|want to|have to|go)? (to|with|on|you)?
    (whether|versus|vs|wonder if|wondering if|wondering about|not sure if|not sure about|not sure whether|decide if)
    (can|could|would) (always|try|consider)
    (option|options|choice|choices|alternative|alternatives) (like|such as|is|are|would be)
    (some|many|most) (people|patients|folks) (do|take|use|like|find|get|try)
    (hopefully|eventually|hope|hopes|hoping|goal|aim) (is|was|would be)? (that|to)? (we|i|you)? (can|could|to|will)? (hopefully|eventually)? (get|getting|wean|take|bring|come|taper) (you|him|her|them)? off (of)?`,
  forward('possible', { kinds: actions, reach: 9 })`
    (you|i|he|she|they|patient) (was|were|had been) (on|taking|using)
    (i|we) (was|were|had been) (first|just)? (going to|gonna|thinking|planning|considering|leaning) (of|about|on|to|toward|towards)?
    (plan|idea|thought|intention) (was|had been) (to)? (start|try|get|order|give|do)?
    (i|we)? (had|had initially|had first|initially|originally|at first)? (i|we)? (planned|intended|meant|hoped|considered) (to|on)? (start|starting|try|give|order|get)?`,
  forward('possible', { role: 'patient', kinds: ['medication', 'order', 'advice'], reach: 9 })`
    ({family}|{stranger}|nurse|pharmacist|physio|trainer|coach|therapist|chemist|internet|leaflet|everybody|everyone|people) (on the phone|at work|at the gym)? {tell} (me|us|that|to|i|you|about|him|her)?
    (read|saw|heard) (about|that|somewhere|on|in)`,
  forward('possible', { reach: 14 })`
    (leaflet|internet|google|insert|label|box|bottle|ad|advert|website|article|magazine|tv|app|forum|brochure|class|book) {tell} (me|us|that|to|i|you|it|about)?`,
  around('end', { ends: ['possible', 'conditional', 'historical', 'declined', 'planned'] })`
    .`,
  around('end', { ends: ['possible'] })`
    (but|because|although|however|okay|alright|now|since|and then|already)`,
];

/** What says that something depends on something else. */
export const conditionals: readonly Rules[] = [
  around('pseudo', { role: 'patient', kinds: conditions })`
    (if|unless|when|whenever) (i|it|you|we|there)`,
  forward('conditional', { role: 'patient', kinds: conditions, crosses: true, gap: 8 })`
    (if|unless|when|whenever) (i|it|you|we|there) .. (should|could|would|will|can|do) (i|you|we)`,
  forward('conditional', { reach: 12, kinds: [...conditions, 'result', 'social'] })`
    (if|unless|in case|in the event|should|whenever) (of|you|i|he|she|they|there|it|that|have|has|get|gets|develop|develops|start|starts|notice|experience|begin|are|is|feel)?
    should (the|your|this|it|any|there|you)
    return precautions
    (as needed|prn|when needed) for
    (return|call|come back|go to the er|seek care|report) (immediately|right away|promptly)? (for|with)`,
  around('pseudo')`
    if (that's|you don't mind|you could|you can|you want|you like|you would|it's okay|you will|i can|i may|i remember|i recall|you ask me|anything|possible)
    if you (have|had) any (other)? (questions|concerns)
    as if
    (should|will|to|can|may|might|i'll|it'll) (be|go|have|also)? (gone|resolve|resolved|away|cleared up|clear up|subside)
    as needed`,
  forward('conditional', { at: 'head', crosses: true, reach: 30, kinds: actions })`
    (if|unless|in case|only if|in the event|should (the|your|this|it|any|there|symptoms|you)|provided)`,
  around('conditional', { crosses: true, reach: 6, kinds: actions })`
    (if|unless|in case|only if|only as needed if|in the event|in an emergency|on days (when|that)|should (<term>|the|your|his|her|symptoms|it|any|there|they|side effects|levels|ck))`,
  around('pseudo')`
    (see|know|sure|ask|asked|wonder|check|tell|remember|decide|understand|even|find out) (if|whether)`,
  around('conditional', { crosses: true, indefinite: true, reach: 30, kinds: actions })`
    depending on`,
  forward('conditional', { kinds: actions, reach: 3 })`
    (happens|happen|happened) without`,
  around('end', { ends: ['conditional'] })`
    so (you|that|i|we|they)`,
];
