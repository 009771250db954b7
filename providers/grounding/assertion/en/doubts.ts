import { actions, conditions, type Rules } from '../table.ts';

/** `It might be pneumonia`. */
export const doubts: readonly Rules[] = [
  {
    category: 'possible',
    direction: 'forward',
    indefinite: true,
    reach: 9,
    kinds: [...conditions, 'result', 'score', 'social'],
    cues: `
      (might|may|could) (just|also|be|have|have been|represent|reflect|indicate|suggest|get|cause|develop|even|well)?
      can (be|cause|represent|also|always|increase|lead to|irritate|include)
      (might|may|could) {not} (have|be)?
      (possible|possibly|probable|probably|perhaps|maybe|presumed|presumptive|questionable|query|conceivably|likely|unlikely)
      (suspect|suspects|suspected|suspicious|suspicion|suspecting) (for|of|that|it's|it is|she has|he has|you have)?
      (concern|concerned|concerning|concerns|worried|worrying|afraid|nervous) (for|about|of|that|it's|this is|it might be)
      (rule out|to exclude|versus|vs|differential includes|differential diagnosis includes|differential)
      (question|chance|risk|likelihood|possibility|probability) (of|for)
      (evaluate|screen|screened|screening|assess|check|checking|test|testing|tested|look|looking|watch|watching|monitor|monitoring|work up|workup|scan) (you|him|her)? (out)? for
      (whether|wonder|wondering|unsure|not sure|unclear|uncertain) (if|whether|about|it's|it is|i|he|she|that)?
      {not} (sure|certain|know|clear|remember|rule out|excluded|exclude) (if|whether|that|about|i|it's|it is|he|she|this is)?
      (think about|thinking about|considering|consider|considered)
      (suggests|suggestive of|suggesting|consistent with possible|compatible with|indicative of|could be)
      (can't|cannot|could not|couldn't|can not) (rule out|exclude|say if|say whether)`,
  },
  {
    category: 'possible',
    direction: 'forward',
    indefinite: true,
    role: 'patient',
    kinds: conditions,
    cues: "(i think|i believe|i guess|i feel like|i suspect) (it's|it is|this is|it could be|it might be|it may be|that's|i have|there is|maybe)\\n(looks|seems) like",
  },
  {
    category: 'possible',
    direction: 'forward',
    crosses: true,
    reach: 8,
    kinds: [...conditions, 'result'],
    cues: '(complications|complication|side effect|side effects|prevent|prevents|preventing|possible causes|can cause|could cause|may cause|risk of|risks of|risk for|such as infection)',
  },
  {
    category: 'possible',
    direction: 'backward',
    reach: 2,
    cues: `
      {be}? {degree}? (possible|suspected|likely|unlikely|questionable|considered|in question|uncertain|unclear|doubtful|on the differential|a possibility|not out of the question|a concern|a consideration)
      (could|may|might) be
      (has|have|had|was|were|is)? {not} (been)? {degree}? (ruled out|excluded)
      (hasn't|haven't|wasn't|can't|cannot|couldn't) (be|been)? (ruled out|excluded)
      (still)? (to|needs to|need to) be (ruled out|excluded)
      (versus|vs)`,
  },
  {
    category: 'possible',
    direction: 'forward',
    kinds: actions,
    reach: 9,
    indefinite: true,
    cues: `
      (might|may|could) (need|want|have|try|get|do|start|use|take|order|add|consider|even|also|be|benefit from|want to|have to|go)? (to|with|on|you)?
      (whether|versus|vs|wonder if|wondering if|wondering about|not sure if|not sure about|not sure whether|decide if)
      can (always|try|consider)`,
  },
  {
    category: 'possible',
    direction: 'forward',
    kinds: actions,
    reach: 9,
    cues: `
      (discuss|discussed|discussing|consider|considers|considered|considering|maybe|perhaps|possibly|probably|potentially|potential|think about|thinking about|decide|decide on)
      (could|would|might|may) (always|try|consider)`,
  },
  {
    category: 'end',
    direction: 'both',
    ends: ['possible'],
    cues: '(but|because|although|however|okay|alright|now|since|and then|already)',
  },
];
