import { conditions, type Rules } from '../table.ts';

const told = conditions.concat('social', 'medication', 'procedure', 'result');

/** What says that something is of somebody else. */
export const holders: readonly Rules[] = [
  {
    category: 'relative',
    direction: 'forward',
    reach: 12,
    kinds: told,
    needs:
      "hat hatte hatten haben hätte ist war starb verstarb gestorben litt leidet nimmt nahm bekam bekommt verträgt mit an wegen raucht trinkt : hat's erkrankte erkrankt",
    cues: '({article})? (ältere|jüngere|älterer|jüngerer|verstorbene|verstorbener)? ({family}) :?',
  },
  {
    category: 'relative',
    direction: 'forward',
    reach: 12,
    kinds: told,
    cues: 'familienanamnese (positiv für|mit|auffällig für)? :?\n(in|bei) (der|ihrer|meiner) (ganzen)? familie\nbei (meiner|meinem|der|dem|ihrer|ihrem|seiner|seinem) {family}\n(väterlicherseits|mütterlicherseits|familiär|familiäre|familiärer)',
  },
  {
    category: 'relative',
    direction: 'backward',
    reach: 6,
    kinds: conditions.concat('social'),
    cues: '(bei|von|hatte|hat|haben|hatten|:) (meiner|meinem|seiner|seinem|ihrer|ihrem|der|dem|beiden|meine|mein|seine|sein|ihre|ihr|die)? {family}\n(in der|in ihrer|in meiner|in seiner) familie\n(väterlicherseits|mütterlicherseits)',
  },
  {
    category: 'other',
    direction: 'forward',
    reach: 10,
    kinds: told,
    needs: 'hat hatte haben hatten ist war litt leidet nimmt nahm bekam mit an',
    cues: '({article})? (gute|guter|beste|bester)? {stranger}\n(jemand|kinder|leute) (in|aus|bei) (der|dem|meiner|meinem)? (arbeit|kita|schule|kindergarten|büro|haus)\nkontakt (mit|zu) (einer|einem|jemandem)',
  },
  {
    category: 'nobody',
    direction: 'forward',
    reach: 8,
    kinds: conditions.concat('medication', 'procedure'),
    cues: '(viele|manche|einige|die meisten|andere) (leute|menschen|patienten|frauen|männer)\n(kann|können) (manchmal|selten|gelegentlich|auch)? (zu|eine|ein|als nebenwirkung)',
  },
  {
    category: 'end',
    direction: 'both',
    ends: ['relative', 'other', 'nobody'],
    cues: '(ich|mir|mich|patient|patientin|der patient|die patientin|sagt|sagte|meint|meinte|berichtet|berichtete|erzählt|glaubt|denkt|findet|fragt)',
  },
];
