import { actions, type Rules, treatments } from '../table.ts';

const passOver =
  'taking using on all any of the a an your my his her their that this those these both daily old mg mcg milligrams other further more such new current pills pill tablets giving getting down out regular scheduled for today now';

/** `I would rather not`, `she stopped taking`. */
export const refusals: readonly Rules[] = [
  {
    category: 'stopped',
    direction: 'forward',
    kinds: ['medication'],
    role: 'patient',
    over: passOver,
    cues: 'no more',
  },
  {
    category: 'declined',
    direction: 'forward',
    kinds: actions,
    reach: 8,
    cues: `
      (decline|declines|declined|declining|refuse|refuses|refused|refusing|reject|rejects|rejected|turn down|turned down|turns down|opt out of|opted out of|opts out of|opted against|decided against|deciding against|passed on|passes on|waived|against medical advice)
      {not} {degree}? {want} (to)? (any|take|start|have|do|go on|try|get|be on|go through with|pursue|undergo|use|more|the|a|another)?
      {not} {degree}? going on
      {not} {degree}? (ready|willing|keen|comfortable|open) (for|to|with|on|about)? (start|try|take|have|do|go on|consider|get|be on|undergo)?
      (rather|prefer to|prefers to|would rather|i'd rather|she'd rather|he'd rather|prefer) not (to)? (take|have|do|start|be on|try|get|go on|use|undergo|go through with)?
      (hold|holding|held) off (on|for|from)? (taking|using|starting|giving|getting|doing|ordering|any|the)?
      (instead of|rather than|in place of|in lieu of) (taking|using|starting|giving|getting|doing|having|another)?
      (won't|will not|not going to|aren't going to|isn't going to|are not going to|not gonna|wouldn't|would not) (be)? (start|starting|order|ordering|do|doing|get|getting|add|adding|prescribe|prescribing|need|take|taking|have|having|use|using|give|pursue|recommend|put|try)
      (no|not) (need|reason|indication|plans|plan|point) (for|to|in) (start|do|get|order|repeat|another|further|starting)?
      {not} (need|require|recommend|indicated|warrant|necessary) (to)? (any|a|an|further|another|start|do|get|order|repeat|the)?
      (skip|skipping|forgo|forgoing|forego|defer|deferred|deferring|postpone|postponed|delay|hold on)
      (talked out of|leery of|scared of|says no to|said no to|no to)
      no (further|more|additional|new|repeat) (need for)?`,
  },
  {
    category: 'declined',
    direction: 'backward',
    kinds: actions,
    reach: 5,
    cues: `
      {be}? {degree}? (declined|refused|deferred|not (needed|wanted|necessary|indicated|required|recommended|planned|performed|done today)|postponed|on the back burner|offered but declined|offered and declined)
      (isn't|wasn't|aren't) (needed|wanted|necessary|indicated|required|recommended|planned)
      (but|and|which|though)? (he|she|the patient|patient|i|they|we) (has|have)? {degree}? (declined|declines|refused|refuses|turned it down|passed|said no|would rather not|decided against it|opted out|{not} (want|want to|like|need) (it|that|one|them|to)?)
      (i|he|she|we|i'd|she'd|he'd) (would|will|'d)? (rather|prefer) not
      no (thanks|thank you|way)
      (we|i|they) (won't|will not|{not}) (start|do|order|add|need) (it|that|one|them|this)`,
    crosses: true,
  },
  {
    category: 'stopped',
    direction: 'forward',
    kinds: treatments.concat('order', 'social'),
    over: passOver,
    cues: `
      {stop} (taking|using|having|with|all|the)?
      (come|came|coming|go|went|going|get|got|getting|be|been|taken|took|take|weaned|wean|weaning|taper|tapered|tapering|pull|pulled) {person}? off (of)?
      {change} {person}? (over)? from
      (replace|replaced|replacing|replaces)
      no longer (take|takes|taking|on|use|uses|using|needs|need|requires|receiving|gets|getting|has|have|having|a|receives)
      (cancel|cancels|cancelled|canceled|call off|called off|scrap|scrapped)
      gave up on
      {not} (been)? (taking|taken|on|had|used|using|take) .. (any ?more|anymore|any longer)`,
  },
  {
    category: 'stopped',
    direction: 'forward',
    kinds: ['symptom', 'problem'],
    over: passOver,
    cues: 'no longer (has|have|having|gets|getting|had|get)\nstopped (having|getting)',
  },
  {
    category: 'stopped',
    direction: 'forward',
    crosses: false,
    gap: 5,
    cues: `
      ({not}|no) (been)? (taking|taken|take|takes|on|use|uses|using|have|having|had|smoke|smokes|drink|drinks|do|need|get|getting|want)? .. (anymore|any longer|any more)
      {change} .. (to|for|with|into|out for) (the|a|some)? <term>
      take {person} off`,
    kinds: treatments.concat('social', 'symptom', 'problem'),
  },
  {
    category: 'kept',
    direction: 'forward',
    kinds: treatments,
    gap: 4,
    cues: '(stop|hold|quit|stopping|discontinue) (taking|using)? .. (after|once|when|if|until you)',
  },
  {
    category: 'stopped',
    direction: 'backward',
    kinds: treatments.concat('order', 'social'),
    reach: 3,
    cues: `
      (was|were|is|are|been|has been|have been|got|gets|will be|should be|to be)? {degree}? (stopped|discontinued|held|on hold|cancelled|canceled|called off|withdrawn|paused|ceased|tapered off|d c'd|dc'd|dc|finished)
      (no longer|not any more|not anymore) (being)? (taken|used|given|needed|required)?
      {not} agree with (me|him|her|you)
      (it|that|they|which)? (has|had)? (run|ran) (its|their) course`,
  },
  {
    category: 'stopped',
    direction: 'backward',
    kinds: ['medication', 'advice'],
    reach: 14,
    crosses: true,
    nearest: true,
    at: 'tail',
    cues: `
      {subject} {degree}? (had to|have to|want to|want you to|need to|needs to|should|can|could|told me to|told him to|told her to|are going to|going to|gonna|will|can just|would)? (stop|stopped|quit|hold|discontinue|discontinued) (taking|using)? (it|that|them|those|this one|that one)?
      (stop|stopped|quit|discontinued) (taking|using)? (it|that|them|those)
      (took|taken) (me|him|her) off (of)? (it|that|them)
      (went|came|got|go|come|get) off (of)? (it|that|them)`,
  },
  {
    category: 'stopped',
    direction: 'backward',
    kinds: ['medication', 'advice'],
    reach: 14,
    crosses: true,
    nearest: true,
    cues: '({subject}|and|but|then)? {degree}? (stopped|quit) (taking|using)? (it|that|them|those)? (because|since|for|after|last|in|about|a|when|now|today|on|altogether|completely|cold)',
  },
];
