/** Words by name, for the cues: `{not}` is any of them. */
export const words = {
  not: "not|mustn't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|haven't|hasn't|hadn't|won't|wouldn't|can't|couldn't|shouldn't|needn't|ain't|cannot|never|dont|doesnt|didnt|isnt|wasnt|cant|wont|havent|hasnt",
  be: 'is|are|was|were|be|been|being|has been|have been|had been|will be|came back|comes back|come back|appears|looks|seems|remains|tested',
  subject: "i|you|we|he|she|they|i'd|i'll|i've|i'm|we'll|we've|we're|they've|let's|you've|you'll|doctor",
  person: 'you|him|her|me|them|myself|yourself|it|that',
  tell: 'says|said|say|tells|told|thinks|thought|think|wants|wanted|want|recommends|recommended|suggests|suggested|advised|lists|warns|warned|claims|insists|swears by|mentioned|reckons',
  month: 'january|february|march|april|may|june|july|august|september|october|november|december',
  degree:
    'really|just|actually|also|already|all|still|very|quite|totally|completely|clearly|recently|kind of|then|now|currently|probably|always|ever',
  stop: 'stop|stops|stopped|stopping|quit|quits|quitting|discontinue|discontinues|discontinued|discontinuing|hold|holding|held|pause|paused|pausing|cease|ceased|get rid of|got rid of|done with|finished|finished with|off',
  use: 'take|takes|taking|taken|took|use|uses|using|used|have|having|get|getting|be on|been on|on',
  change:
    'switch|switched|switching|change|changed|changing|replace|replaced|replacing|swap|swapped|swapping|trade|traded|trading|exchange|exchanged|transition|transitioned',
  insteadOf: 'instead of|rather than|in place of|in lieu of',
  article: 'the|a|an|your|my|his|her|that|this|any|more|another',
  want: 'want|wants|wanted|wish|wishes|need|like|care for|accept|agree to|consent to|interested in',
  family:
    'mother|mothers|father|mom|mum|dad|mommy|daddy|brother|brothers|sister|sisters|grandmother|grandfather|grandma|grandpa|grandparent|grandparents|aunt|aunts|uncle|uncles|cousin|cousins|parent|parents|sibling|siblings|son|sons|daughter|daughters|kids|children|child|wife|husband|spouse|twin|nephew|niece|stepmother|stepfather|relatives|relative|family member|family members',
  families:
    "mother's|father's|mom's|mum's|dad's|brother's|sister's|grandmother's|grandfather's|grandma's|grandpa's|aunt's|uncle's|cousin's|son's|daughter's|wife's|husband's|family's",
  stranger:
    'friend|friends|neighbor|neighbour|roommate|coworker|coworkers|colleague|colleagues|neighbors|boss|boyfriend|girlfriend|partner|dog|cat|teacher|classmate|caregiver|donor|stranger|tenant|landlord',
  strangers: "friend's|neighbor's|neighbour's|roommate's|coworker's|boss's|boyfriend's|girlfriend's|partner's|dog's",
};
