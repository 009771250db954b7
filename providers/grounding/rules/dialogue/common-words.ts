function set(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** Words that carry nothing of what is said, in English, German, French and Spanish. */
export const functionWords: ReadonlySet<string> = set(`
  a an the this that these those here there i you he she it we they me him her us them my your his its our their mine yours hers
  myself yourself himself herself itself ourselves themselves am is are was were be been being do does did doing done have has had having
  i'm i've i'd i'll you're you've you'd you'll he's she's it's we're we've we'd we'll they're they've they'd they'll that's there's what's
  how's where's who's let's here's will would shall should can could may might must gonna wanna gotta going ca wo na gon wan ta got
  and or but so because if then than as of in on at to for with from by about into onto out up down over off through during after before
  until till since while when where which who whom whose what how why also too just very really quite pretty rather such some any each every
  all both other another same much many more most few little bit lot kind sort um uh er erm hmm hm mm mhm mm-hmm uh-huh oh ah well okay ok
  alright yeah yes yep yup right sure like know mean guess actually basically basic now again still already even ever well maybe
  patient patient's reports states says denies endorses notes does
  der die das den dem des ein eine einen einem einer eines ich du er sie es wir ihr mich mir dich dir sich uns ihn ihm ihnen ihre ihren ihrem
  mein meine meinen meinem meiner dein sein seine ist sind war waren bin habe hat hatte haben hatten werden wird wurde und oder aber denn weil
  dass wenn als wie was wer wo wann warum in im an am auf aus bei beim mit nach von vom vor zu zum zur für über unter durch um auch noch schon
  nur mal doch halt eben eigentlich so da dann hier dort sehr ganz etwas man ja gut genau also äh ähm hm okay patientin berichtet gibt
  wirklich sicher ehrlich echt bestimmt tatsächlich jemals überhaupt gar einmal
  le la les un une des du de d' l' je j' tu il elle on nous vous ils elles me te se mon ma mes ton ta tes son sa ses notre votre leur est sont
  était suis êtes ai as a avez avons ont avait c'est ce cette ces et ou mais donc car que qui quoi où quand comment à au aux en dans sur sous
  avec pour par chez depuis pendant très plus aussi encore déjà oui euh ben bah alors voilà
  el los las una unos unas del al yo tú él ella nosotros ustedes ellos ellas mi mis tu tus su sus es son era soy está están estoy he has ha
  hemos han había y o pero porque que quien donde cuando como en con por para desde hasta muy más también todavía ya sí este esta eso esa lo le les se
`);

/**
 * Everyday English words that seldom decide what a sentence says. A note may leave some of them out; every other word, known
 * or not, must be there.
 */
export const everydayWords: ReadonlySet<string> = set(`
  think thought feel feeling felt notice noticed seem seems look looks looking looked see seen saw say said tell told talk talking talked ask
  asked hear heard want wanted need needed try tried trying come came coming go goes went gone get gets getting make makes making made put
  take takes taking took taken give gives giving gave given keep keeps keeping kept let use used using start started starting happen happens
  happened happening find found show shows showed call called work works working help helps helped hope believe remember remembered understand
  wonder figure sound sounds supposed able thing things something anything everything way time times day days today tonight now moment while
  stuff issue issues problem problems concern concerns question questions sense case part point deal fact place people person everybody
  somebody someone good great nice fine better best big small long first last next whole little okay certain sure different particular
  specific couple several pretty probably definitely certainly obviously basically generally usually typically especially
  recently lately currently sometimes mostly almost around away back ahead forward together enough else instead though although however
  anyway along within without only once anywhere somewhere please yet bring brings brought visit appointment
  hi hello thank thanks sorry welcome symptom symptoms guy guys kinda sorta missing mention mentioned lastly also recall otherwise aware
  feelin doin goin honest honestly seriously promise truth swear wait
`);
