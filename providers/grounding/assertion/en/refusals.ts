import { actions, backward, forward, type Rules, treatments } from '../table.ts';

const passOver =
  'taking using on all any of the a an your my his her their that this those these both daily old mg mcg milligrams other further more such as like new current nonsteroidal medicine medicines medication medications drugs pain pills pill prescription script for tablets giving getting down out regular scheduled today now';

/** How a medicine is given, between its dose and its status. */
const dosing =
  'a per day times time once twice three four every each other morning evening night nightly noon bedtime daily weekly monthly hours hour with meals food at in on the as needed prn po oral orally by mouth iv im sc bd bid tds tid qds qid od qd qhs qam hs mane nocte mg mcg microgram micrograms milligrams units unit tab tabs tablet tablets cap caps capsule capsules puff puffs drops patch spray cream status course';

/** What a list of medicines says of one in its last column, or after its dose. */
const ended =
  "(stopped|discontinued|withheld|held|on hold|hold|suspended|ceased|inactive|paused|withdrawn|cancelled|canceled|completed|finished|dc|dcd|d / c|d / cd|dc'd|d / c'd|struck out|not taking|no longer taking)";

/** A status that stands after the dose. */
const status = { kinds: ['medication'], reach: 14, over: dosing, crosses: true, nearest: true } as const;

/** What says that something is not wanted, or has ended. */
export const refusals: readonly Rules[] = [
  forward('declined', { kinds: actions, reach: 8 })`
    (decline|declines|declined|declining|refuse|refuses|refused|refusing|reject|rejects|rejected|turn down|turned down|turns down|opt out of|opted out of|opts out of|opted against|decided against|decides against|elected to defer|deciding against|passed on|passes on|waived|against medical advice)
    {not} {degree}? {want} (to)? (any|take|start|have|do|go on|try|get|be on|go through with|pursue|undergo|use|more|the|a|another)?
    {not} {degree}? (ready|willing|keen|comfortable|open|going) (for|to|with|on|about)? (start|try|take|have|do|go on|consider|get|be on|undergo)?
    (rather|prefer to|prefers to|would rather|i'd rather|she'd rather|he'd rather|prefer) not (to)? (take|have|do|start|be on|try|get|go on|use|undergo|go through with)?`,
  backward('declined', { kinds: actions, reach: 5, crosses: true })`
    {be}? {degree}? (declined|refused|deferred|not wanted|postponed|offered but declined|offered and declined)
    (isn't|wasn't|aren't) wanted
    (but|and|which|though)? (he|she|the patient|patient|i|they|we) (has|have)? {degree}? (declined|declines|refused|refuses|turned it down|passed|said no|would rather not|decided against it|opted out|{not} (want|want to|like) (it|that|one|them|to)?|{not} need (it|that|one|them))
    (i|he|she|we|i'd|she'd|he'd) (would|will|'d)? (rather|prefer) not
    no (thanks|thank you|way)
    not (yet|now|today|right now|at this time|for now)
    (we|i|they) (won't|will not|{not}) (start|do|order|add|need) (it|that|one|them|this)`,
  forward('stopped', { kinds: treatments.concat('order', 'social', 'symptom', 'problem'), over: passOver })`
    {stop} (taking|using|having|with|all|the)?
    (come|came|coming|go|went|going|get|got|getting|be|been|taken|took|take|weaned|wean|weaning|taper|tapered|tapering|pull|pulled) {person}? off (of)?
    {change} {person}? (over)? (from|off)
    (replace|replaced|replacing|replaces)
    no longer (take|takes|taking|on|use|uses|using|needs|need|requires|receiving|gets|getting|has|have|having|a|receives)
    (cancel|cancels|cancelled|canceled|call off|called off|scrap|scrapped)
    (can't|cannot|couldn't|can not|could not|{not}) (tolerate|tolerated|stand|handle) (taking)?
    (d / c|d / c'd|dc'd|withheld|suspended|ceased)
    (intolerant of|intolerant to|intolerance to)
    (failed|gave up on)
    (threw|throw|tossed|flushed|binned|dumped) (away|out)?
    {not} (been)? (taking|taken|on|had|used|using|take) .. (any ?more|anymore|any longer)`,
  forward('stopped', { crosses: false, gap: 5, kinds: treatments.concat('social', 'symptom', 'problem') })`
    ({not}|no) (been)? (taking|taken|take|takes|on|use|uses|using|have|having|had|smoke|smokes|drink|drinks|do|need|get|getting|want)? .. (anymore|any longer|any more)
    {change} .. (to|for|with|into|out for) (the|a|some)? <term>
    (take|took|taken|taking|pull|pulled) .. (off|away)
    (put|puts|putting|throw|threw|toss|tossed) .. (away|out)
    take {person} off
    (took|was on|were on|used|been on|was taking|were taking) .. (until|till|up until)`,
  backward('stopped', { kinds: treatments.concat('order', 'symptom', 'problem', 'social'), reach: 3 })`
    (was|were|is|are|been|has been|have been|got|gets|will be|should be|to be)? {degree}? (stopped|discontinued|dropped|pulled|taken away|thrown out|held|on hold|cancelled|canceled|called off|withdrawn|paused|ceased|tapered off|d c'd|dc'd|dc|finished)
    (no longer|not any more|not anymore) (being)? (taken|used|given|needed|required)?`,
  backward('stopped', { kinds: ['medication', 'advice'], reach: 14, crosses: true, nearest: true, at: 'tail' })`
    {subject} {degree}? (had to|have to|want to|want you to|need to|needs to|should|can|could|told me to|told him to|told her to|are going to|going to|gonna|will|can just|would)? (stop|stopped|quit|hold|discontinue|discontinued) (taking|using)? (it|that|them|those|this one|that one)?
    (so|and|but|then) (i|he|she|we|they) {degree}? (stopped|quit|discontinued)
    (stop|stopped|quit|discontinued) (taking|using)? (it|that|them|those)
    (took|taken) (me|him|her) off (of)? (it|that|them)
    {not} {degree}? (refill|refilled|renew|renewed|restart|restarted|fill|filled|start|started|take|taken|took) (it|that|them)
    (it|that|they|which)? {not} (agree|sit well|go well) with (me|him|her)
    which (i|he|she|we|they|was|were|has been)? {degree}? (stopped|quit|discontinued|gave up|came off of|went off)
    (went|came|got|go|come|get) off (of)? (it|that|them)`,
  backward('stopped', { kinds: ['medication', 'advice'], reach: 14, crosses: true, nearest: true })`
    ({subject}|and|but|then)? {degree}? (stopped|quit) (taking|using)? (it|that|them|those)? (because|since|for|after|last|in|about|a|when|now|today|on|altogether|completely|cold)`,
  backward('stopped', { kinds: ['medication'], reach: 4 })`
    (until|till|up until) (last|yesterday|<year>|{month} <year>)`,
  backward('stopped', { ...status, at: 'tail' })`${ended}`,
  backward('stopped', status)`
    ${ended} (until|till|by|<number>|due|because|on|in|since|from|after|for|pending|{month})`,
];
