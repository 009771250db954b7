import { around, backward, conditions, forward, type Rules } from '../table.ts';

/** Verbs by which a person has something. */
const having =
  "has had have used having with got gets diagnosed died from of suffers swears swear suffered passed also takes took take is was were are had's used on of has'd tests tested developed allergic battled battles survived beat";

/** What says that something is of somebody else. */
export const holders: readonly Rules[] = [
  forward('relative', {
    reach: 16,
    kinds: [...conditions, 'social', 'medication', 'procedure', 'result'],
    needs: having,
  })`
    (my|his|her|your|the|a|an|one|both|two|patient's|their|another|older|younger|oldest|youngest|maternal|paternal|great|late)? (maternal|paternal|older|younger|oldest|youngest|great|half|late|own)? ({family}) :?
    in (my|his|her|your|the) (whole|immediate|entire)? family`,
  forward('relative', {
    reach: 12,
    kinds: ['symptom', 'problem', 'finding', 'allergy', 'history', 'family', 'social', 'medication', 'procedure'],
  })`
    family (medical)? (history|hx) (of|is|was|positive for|negative for|significant for|remarkable for|includes|shows|notable for)? :?
    (family|fh|fhx|fam hx)
    {families}
    (anyone|anybody|somebody|someone|people|others) (else)? in (the|your|my|his|her) family`,
  backward('relative', { reach: 8, kinds: [...conditions, 'social'] })`
    (in|of|for) (the|my|our|his|her|your|their|both|a|one)? (family|{family}|extended family|immediate family|side of the family)
    (runs|run|ran) in (the|my|our|his|her|your)? (family|families)
    on (my|his|her|the|your) ({families}|maternal|paternal|mother|father) side
    (in|of) (my|his|her|your|the)? (maternal|paternal|older|younger) {family}`,
  // A tenderness on both sides is no relative's.
  backward('relative', { reach: 8, kinds: ['problem', 'history', 'family'] })`
    on (both|either) sides`,
  forward('other', { reach: 12, kinds: [...conditions, 'social', 'medication', 'procedure'], needs: having })`
    (my|his|her|your|a|the|this|that|one of my|one of his|one of her|one|some)? (best|close|old|good|former)? {stranger}
    the (nurse|typist|secretary)
    (guy|lady|man|woman|person|people|kid) (next to|at|from|in|across from|beside) (me|us|work|school|church|the)?
    (somebody|someone|everybody|everyone) (else)? (at|in|from) (my|his|her|the|your)? (work|school|office|church|class|daycare|house|home|job|gym|building)
    (exposed to|contact with|close contact with|around) (someone|somebody|people|a person|a patient|a child|a coworker)? (who|that)?
    (kids|children|people) (at|in) (school|daycare|work|class)`,
  forward('other', { reach: 3, kinds: [...conditions, 'social', 'medication', 'procedure'] })`
    {strangers}
    (sick contacts|contacts|exposed to|exposure to|contact) with
    exposed to`,
  forward('nobody', { reach: 10, kinds: [...conditions, 'medication', 'procedure', 'order'] })`
    (some|many|most|a lot of|other|lots of|few|all|plenty of)? (people|patients|folks|women|men|adults|individuals) (with|who|that|have|get|can|may|do|take|on)
    (some|many|most|few) (get|have|develop|feel|notice|see|report|complain of)
    (it|this|that|they) (can|could|may|might|sometimes|usually|often|typically|rarely) (cause|causes|lead to|result in|increase the risk of|make)
    (in general) ,?`,
  // `I go out with my friends and drink`
  around('pseudo')`
    (i|i'm|i'll|i've|we) (go|going|went|gone|stay|stayed|live|lived|am|was|sit|sat|come|came|party|work|worked|play|played|walk|walked)? (out|away|up|home)? with (my|some|a|the|our)? (best|close|old|older|younger|little)? ({stranger}|{family}) (and|or)`,
  around('end', { ends: ['relative', 'other', 'nobody'] })`
    (i|i'm|i've|i'd|you|me|you're|you've|patient|the patient|myself)
    (says|said|say|thinks|thought|noticed|notices|told|tells|asked|asks|wants|wanted|worries|drove|brought|gave|gives|made|makes|helps|saw|heard|recommended|suggested|complains|insisted|reports|states|mentioned|believes)
    (he|she) (denies|reports|complains)`,
];
