import type { FactKind } from 'chronoscribe/kinds/grounding';
import { numbersToDigits } from 'chronoscribe/language';
import { assertionReader } from '../../assertion/assertion.ts';
import type { Status } from '../../assertion/compose.ts';
import { german as table } from '../../assertion/de/german.ts';
import { plainGerman } from '../../assertion/de/plain-german.ts';
import type { ReplyKind } from '../dialogue/replies.ts';
import type { ReadingLanguage } from '../reading/reading-language.ts';
import { germanShown } from './german-shown.ts';
import { germanMentions } from './german-terms.ts';

/** `Metformin, nein, Metoprolol` corrects; `Fieber, nein, Husten, ja` and `nein, ich nicht` answer. */
const correctingNo =
  /, (?:nein|nee), (?![^.?!]*(?<!\p{L})(?:ja|nein)(?!\p{L}))(?!(?:ich|das|es|da|aber|gar|auch|nie|kein\p{L}*|nichts?|danke|eigentlich|er|sie|wir|überhaupt)(?!\p{L}))/gu;
const readTable = assertionReader(table);
const child = /^(?:sohn|tochter|kind|kleine[rn]?|baby)$/;

const never = /(?!)/;
const takenBack = 'nein|nee|quatsch|falsch|entschuldigung|korrektur|pardon|vielmehr|sorry|ich meinte?';
const questionStart =
  /^(?:(?:und|also|gut|okay|ok|so|dann|ja|hm|aber|,) )*(?:(?:haben|hatten|sind|waren|nehmen|trinken|rauchen|spüren|leiden|kennen|denken|hören|fühlen|können|müssen|möchten|wollen|dachten|vertragen|schlafen) (?:sie|wir)|(?:hast|bist|nimmst|hattest|denkst|warst) du|hat (?:er|sie|ihr|ihre)|(?:gibt|gab) es|irgendwelche|irgendwo|was|wie|wann|wo|woher|wer|welche[rns]?|seit wann|wogegen|worauf)(?!\p{L})/u;
const asksInside =
  /^(?:(?:haben|hatten|sind|nehmen|rauchen|trinken|vertragen) sie|gibt es|irgendwelche|seit wann|wie lange)(?!\p{L})/u;
/** `Und das Xarelto habe ich nie genommen` */
const startsAnew =
  /^(?:und|aber) (?:das|den|die|der|mein\p{L}*) [\p{L}\d.]+ (?:hab|nehm|nimm|hat|ist|war|setz|bekomm)/u;
const yes = /^(?:(?:na|,) )*(?:ja|jo|jawohl|doch|genau|stimmt|richtig|leider|schon)(?!\p{L})/u;
const no =
  /^(?:(?:na|,) )*(?:nein|nö|nee?|nie|niemals|nichts|gar nicht|überhaupt nicht|auch nicht|bisher nicht|nicht dass ich|keine?[nrs]?)(?!\p{L})/u;
const relatives =
  /(?<!\p{L})(?:mutter|vater|bruder|schwester|tante|onkel|oma|opa|großmutter|großvater|cousine?|sohn|tochter)(?!\p{L})/u;
/** What makes a no more than that, and a yes less. */
const hedge =
  /(?<!\p{L})(?:aber|nur|außer|manchmal|gelegentlich|ab und zu|selten|mal|bisschen|wenig|jetzt|heute|gestern|letzte\p{L}*|momentan|direkt|(?<=nicht )wirklich|höchstens|bis|doch|vor|seit|früher|damals|vielleicht|glaub\p{L}*|denke|weiß|eigentlich|nicht mehr)(?!\p{L})/u;
const doubt =
  /(?<!\p{L})(?:früher|damals|vielleicht|glaub\p{L}*|denke|weiß|eigentlich|nicht|nein|kein\p{L}*)(?!\p{L})/u;
const detail = /^(?:(?:so|ungefähr|etwa|schon|,) )*(?:seit|vor (?:etwa |ungefähr )?\d|morgens|abends|nachts)(?!\p{L})/u;

/** The words with which somebody asks whether there is something, and nothing more. */
const framing =
  /^(?:haben|hatten|habt|hat|hatte|hast|sind|ist|war|waren|sie|er|es|du|ihr|ihre[nrsm]?|gibt|gab|bei|ihnen|dir|in|an|auf|am|im|den|dem|der|die|das|ein|eine[nrsm]?|irgend\p{L}*|noch|auch|schon|mal|jemals|je|und|oder|sonst|so|also|gut|okay|ok|dann|ja|hm|aber|denn|eigentlich|zurzeit|aktuell|derzeit|momentan|gerade|jetzt|heute|letzte[nrsm]?|letzter|zeit|woche[n]?|monat\p{L}*|tage[n]?|jahre?n?|vergangene\p{L}*|probleme?n?|beschwerden|schwierigkeiten|mit|bemerkt|gehabt|gespürt|bekommen|leiden|litten|unter|bekannt\p{L}*|vorerkrankungen|allergisch|allergien?|unverträglich\p{L}*|gegen|auf|etwas|was|nehmen|genommen|nimmst|nimmt|einnehmen|ein|trinken|trinkst|rauchen|rauchst|drogen|medikamente?n?|familie|verwandte\p{L}*|jemand|eltern|geschwister|wie|steht|sieht|aus|zum|beispiel|starke|schwere|neue|besondere)$/u;

/** `Nicht mehr`, `die hat der Hausarzt abgesetzt`. */
const gone =
  /^(?:(?:na|,) )*(?:seit (?:[\p{L}\d.]+ ){1,4})?nicht mehr(?!\p{L})|(?<!\p{L})(?:abgesetzt|aufgehört|weggelassen)(?!\p{L})/u;

function replyKind(said: string): ReplyKind {
  if (gone.test(said) && !/(?<!\p{L})(?:nicht|nie) (?:abgesetzt|aufgehört|weggelassen)/u.test(said)) return 'gone';
  if (no.test(said)) return hedge.test(said.replace(no, '')) ? 'unclear' : 'no';
  if (doubt.test(said)) return 'other';
  return yes.test(said) ? 'yes' : detail.test(said) ? 'detail' : 'other';
}

/** What is ordered or done is not sure by its name alone, and an allergy does not end by itself. */
function sureStatus(status: Status, kind: FactKind): Status {
  if (kind === 'order' || kind === 'procedure') return status === 'present' ? 'possible' : status;
  return kind === 'allergy' && status === 'historical' ? 'possible' : status;
}

/** German for the reading. */
export const german: ReadingLanguage = {
  code: 'de',
  // What a mother tells of her child is of the patient.
  read(said, term) {
    const asserted = readTable(said, term);
    const isOfChild = said.role !== 'patient' && said.tokens.some((token) => child.test(token));
    const own = asserted.of === 'relative' && isOfChild ? { ...asserted, of: 'patient' as const } : asserted;
    return { ...own, status: sureStatus(own.status, term.kind) };
  },
  mentionsIn: germanMentions,
  unlisted: () => [],
  replyKind,
  clauses: {
    plain: (text) =>
      numbersToDigits(plainGerman(text), 'de')
        .toLowerCase()
        .replace(correctingNo, ', korrektur, ')
        .replace(/,? ?(?<!\p{L})(?:äh+m?|hm+)(?!\p{L}) ?,?/gu, ' '),
    asks: (text, end) => end === '?' || (end !== '.' && questionStart.test(text)),
    begins: (next, said) => startsAnew.test(next) || (said.at(-1) !== ',' && asksInside.test(next)),
    answersAt: (word, next, said) =>
      /^(?:ja|nein|nee|nö)$/.test(word) &&
      said.length > 2 &&
      said.at(-1) !== ',' &&
      !/^\d/.test(next) &&
      asksInside.test(said.join(' ')),
    openEnds: /^(?:und|oder|aber|dass|ob|wenn|weil|was|wie|wo|wann|die|der|das|wir|ich|sie)$/,
    questionStart,
    repairs: {
      sorts: [/^(?:links|rechts|beidseits)$/, /^(?:link|recht)e[nrsm]?$/, /^[clths]\d{1,2}$/],
      filler:
        /^(?:nein|nee|quatsch|entschuldigung|falsch|korrektur|vielmehr|sorry|pardon|ich|meinte|nicht|halt|doch|,|\.)$/,
      strong: /^(?:quatsch|entschuldigung|falsch|korrektur|vielmehr|sorry|pardon|meinte)$/,
      no: /^(?:nein|nee)$/,
      determiner: /^(?:der|die|das|den|dem|im|in|am|an|auf|mein|meine|meinen|meinem|meiner|meine)$/,
    },
  },
  objects:
    /allergisch|(?<!\p{L})vertrag\p{L}* .*nicht|(?<!\p{L})(?:zunge|lippen?|gesicht|hals|rachen) .{0,20}(?:geschwollen|angeschwollen|zugeschwollen|schwill\p{L}*)|(?:geschwollen|angeschwollen).{0,20}(?:zunge|lippen?|gesicht)|ausschlag|quaddeln|darf ich nicht|atemnot/u,
  asking: {
    frames: (word) => framing.test(word),
    definite: /(?<!\p{L})(?:der|die|das|den|dem|ihr|ihre[nrsm]?|dein\p{L}*|diese\p{L}*)(?: \p{L}+){0,2}$/u,
    oneRelative:
      /(?<!\p{L})(?:ihre?|dein\p{L}*) (?:mutter|vater|bruder|schwester|oma|opa|großmutter|großvater|tante|onkel|sohn|tochter|kind|mann|frau|partner\p{L}*)/u,
    relative: relatives,
    ofRelative: new RegExp(
      `(?<!\\p{L})(?:hat|hatte|ist|war|nimmt|bekommt|was nimmt) (?:ihre?|dein\\p{L}*) (?:${relatives.source}|(?:mann|frau|partner\\p{L}*)(?!\\p{L}))`,
      'u',
    ),
    tolerates: /(?<!\p{L})vertr[aä]g/u,
    ofOrder: /(?<!\p{L})(?:können|kann|dürfen|darf) (?:wir|sie|ich|man)(?!\p{L})/u,
    ofTaken: /(?<!\p{L})(?:seit wann|wie (?:viel|lange|oft)|wann)(?!\p{L})/u,
    ofChange:
      /(?<!\p{L})(?:soll|sollen|sollte|sollten|muss|müssen|müsste|darf|dürfen|dürfte|kann|können|könnte|könnten) (?:ich|er|wir|man)(?!\p{L})|(?<!\p{L})(?:was|wie|okay|schlimm) ,? ?wenn (?:ich|er|wir|man)(?!\p{L})/u,
    corrects: /^(?:(?:nein|nee|nö|,) ?)+(?:nur|bloß|halb\p{L}*|einmal|zweimal|eher|links|rechts|meine?|\d)/u,
  },
  one: { yesTo: never, noTo: never, yesAfter: /^(?:, )?(?:ja|schon)\b/, noAfter: /^(?:, )?nein\b/ },
  taking: {
    taking:
      /^(?:mg|µg|ml|ie|hub|tropfen|tabletten?|kapseln?|nehm\w*|nimm\w*|genommen|bekomm\w*|erhält|geb\w*|verordn\w*|verschr\w*|täglich|tgl|morgens|abends|nachts|mittags|bedarf|weiter\w*|medika\w*|dauermedikation|therapie|seit|\d+(?:[-.]\d+){2,4})$/,
    denied: /(?<!\p{L})(?:nicht|nie|niemals)(?!\p{L})/u,
  },
  allergies: {
    cue: /allergi|unverträglich|vertr[aä]g(?!\p{L}* sich)|anaphyla/u,
    harmCue:
      /(?<!\p{L})(?:probleme?|schwierigkeiten|ärger) (?:mit|bei|durch|auf) (?:\p{L}+ )?(?:medi[kc]ament|tablett|mittel|narkose|antibioti)/u,
    avoids: /(?:darf|dürfen|kann|soll|sollte) (?:\p{L}+ )?(?:keine?n?|nie|nicht)(?: \p{L}+){0,2} $/u,
    otherSense: /allergi\p{L}*(?:test|mittel)|antiallerg/u,
    taking: /(?<!\p{L})(?:nehm|nimm|bekomm\p{L}* (?:ich|er|sie)(?! \p{L}*ausschlag))/u,
    ordered:
      /^(?:(?:und|dann|also|gut|bitte|,) )*(?:(?:setzen|stoppen|beginnen|pausieren|nehmen|geben)(?!\p{L})|(?:wir|ich) (?:geben?|setzen?|beginnen?|verschreiben?|verordnen?) (?:ihnen|das|den|die|mit)(?!\p{L})|ich (?:möchte|will),? (?:, )?dass sie(?!\p{L}))/u,
    ofOneself: /(?<!\p{L})(?:ich|mir|mich|mein\p{L}*)(?!\p{L})/u,
    goesOn:
      /^(?:(?:und|,) )*(?:was|welche\p{L}*|wie (?:hat|haben|äußert)|wogegen|worauf|gegen was|sonst noch|noch)(?!\p{L})/u,
    tolerates:
      /<>(?: \p{L}+){0,2} (?:vertrage|verträgt|vertrug|vertragen|geht|ging)(?! (?:\p{L}+ )*(?:nicht|schlecht|nie))(?!\p{L})|(?:vertrage|verträgt) (?:ich|er|sie)? ?<>(?!(?: \p{L}+)* (?:nicht|schlecht))|(?:kann|darf) (?:ich )?<>/u,
    asksOfTaking: /(?<!\p{L})(?:nehmen|nimmt|nimmst|nahmen|einnehmen|bekommen) (?:sie|er|du|ihre?)(?!\p{L})/u,
    before:
      /(?:allergi\p{L}*|unverträglich\p{L}*|anaphyla\p{L}*|reagier\p{L}*)(?: (?:bekannt|stark|auch))* (?:gegen|auf|von|nach) |(?<!\p{L})(?:gegen|auf) (?=\p{L}+ (?:bin ich |sind sie |ist (?:er|sie) |reagier\p{L}* \p{L}+ )?allergisch)|vertr[aä]g\p{L}*(?: ich| er| sie)?(?: leider)? kein\p{L}* /gu,
    heading: /^(?:(?:bekannte|medikamenten) )*(?:allergien?|unverträglichkeit(?:en)?) (?:(?:sind|auf|gegen|bekannt) )*/,
    compound:
      /(?<=\p{L} )(?:allergi\p{L}*|unverträglichkeit|vertr[aä]g\p{L}* (?!sich )(?:\p{L}+ ){0,4}?(?:nicht|schlecht|keinesfalls))(?!\p{L})/gu,
    opening: /^(?:(?:ja|leider|nur|also|gegen|auf|ich bin|bin|allergisch|das|die|ist|,) ?)*/,
    after:
      /^(?:,? ?(?:und|da|davon|darauf|das|ich) ?)*(?:bekomm|krieg|hab|hat|mach|gab|reagier|führ|ausschlag|quaddel|ist mir|sind mir|bin ich|war ich|wurd|schwoll|schwill)/,
    reaction:
      /(?:haut)?ausschlag|quaddeln|juckreiz|anaphyla\p{L}*|schwellung\p{L}*|angeschwollen|atemnot|luftnot|durchfall|erbrechen|übelkeit|exanthem|urtikaria|zusammengebrochen|zusammengeklappt|umgekippt|bewusstlos\p{L}*|(?:aller\p{L}* )?schock|bläschen|pusteln|zugeschwollen|geschwollen|rote flecken|kolitis|colitis/u,
    joint: /^(?:,|und|oder|sowie|\/)$/,
    ends: /^(?:damals|früher|seinerzeit|war|waren|wurde|weil|seit|wenn|aber|davon|da|darauf|ich|bekomm\w*|bekam|mit|sonst|habe|hat|allergisch|reagier\w*|bin|ist|sind|nicht|nein|ja|nehme|von|dann|vor|als|im|mir|\.)$/,
    skipped: /^(?:die|das|den|der|alle|auch|nur|gegen|auf|ganz|stark|sehr|leider|bekannte)$/,
    general:
      /^(?:wie|heißt|nennt|dies\p{L}*|sohn|tochter|frau|mann|mutter|vater|kind|bruder|schwester|kinder|keine?[nrs]?|etwas|irgend\p{L}*|medikamente?|nichts|alles|bekannt|was|es|allergie\p{L}*|unverträglich\p{L}*|allergisch|eine?r?|so|bekannten?|sonst|mir|nein|ja|ich|sie|er|wir|meine?|bin|ist|sind|\d.*)$/u,
    noAllergies:
      /(?<!\p{L})keine(?:rlei)? (?:\p{L}+ )?(?:allergien|unverträglichkeiten)|(?<!\p{L})allergien?(?: sind| ist| ,)? (?:keine|nicht bekannt|verneint|nein)/u,
    namesReaction: /^(?:(?:und|,|da) )*(?:davon|darauf|da|das|ich) /,
  },
  decisions: {
    offers:
      /(?:würden|möchten|wollen) (?:sie|wir)|wir (?:könnten|würden)|ich würde|(?:ich gebe|gebe ich) ihnen|würde ich|schlage .*vor|vorschlag|empf[ie]hl|sollten (?:sie|wir)|(?:nehmen|geben|machen|beginnen|starten) (?:sie|wir)|verschreib|verordn/,
    refuses:
      /(?:möchte|will|mag|brauche) ich (?:lieber |jetzt |auf keinen fall |eigentlich |aber |wirklich |gar )*(?:nicht|keine?n?(?!\p{L}))|lieber nicht|nein ,? ?danke|lehne ich ab|(?:das|die|den) vertrage ich (?:gar |leider |aber )*nicht|(?:kommt|kommen) (?:für mich )?(?:gar )?nicht in frage|auf keinen fall|ohne mich|nur über meine leiche|keine chance|^(?:nein ,? ?)?(?:niemals|nie im leben|vergessen sie(?: es| das)?)$|(?:das|die|den) (?:nehme|mache|will) ich (?:\p{L}+ )?nicht|ich (?:möchte|will|brauche) (?:\p{L}+ ){0,3}?(?:nicht|keine?n?)(?!\p{L})/u,
    answers: never,
    accepts: /^(?:ja|gut|okay|ok|gerne?|in ordnung|einverstanden|machen wir|von mir aus)(?!\p{L})/u,
  },
  corrections: {
    within: new RegExp(`^, (?:nein|nee) ,|^(?:, )*(?!nee?)(?:${takenBack})(?!\\p{L})(?<!nein)`, 'u'),
    opening: new RegExp(`^(?:(?:,|ach|doch) )*(?:${takenBack})(?!\\p{L})`, 'u'),
    beforeAmount: new RegExp(`(?<!\\p{L})(?:${takenBack})(?: ,)?$`, 'u'),
  },
  lastWords: {
    retracts:
      /(?<!\p{L})(?:das|es) (?:ist|war|stimmt) (?:\p{L}+ )?(?:falsch|nicht (?:richtig|wahr|meins)|ein (?:irrtum|fehler))|(?:das )?stimmt (?:so )?nicht/u,
    denies:
      /^(?!.*(?<!\p{L})(?:wenn|sie|vergess\p{L}*)(?!\p{L})).*(?<!\p{L})(?:ich|er|sie|das|die|den|es) .*(?:nie|nicht(?: mehr)?|gar nicht) (?:genommen|eingenommen|abgeholt|angefangen|begonnen)|^(?:die|das|den|es)? ?(?:nehme|nimmt) (?:ich|er) (?:die |das |den |es )?(?:aber |gar |eigentlich )*nicht/u,
    affirms: /(?<!\p{L})(?:das|die|den|es) (?:nehme|nimmt) (?:ich|er) (?:noch|weiter\p{L}*|jetzt|immer)/u,
    isOver: /nicht mehr|(?:seit|vor) /,
    opening: /^(?:(?:nein|nee|ach|also|das ist|das war|es ist|der|die|das|im|in|am) ?|, ?)+/,
    openWords: /(?<!\p{L})(?:und|auch|beide|alle|manchmal|ich|sie|er|wir|was|okay|ja|jo|richtig|genau|gut)(?!\p{L})/u,
    you: /(?<!\p{L})(?:sie|ihr|ihre[nrsm]?|ihnen|du|dein\p{L}*)(?!\p{L})/u,
    others: /(?<!\p{L})(?:ich|wir|es gibt)(?!\p{L})/u,
    proposes:
      /(?<!\p{L})(?:werden?|würden?|können|könnten?|sollten?|sollen|wollen|möchten?|empfehle|schlage|wenn|falls|beginnen|starten|geben|machen|nehmen sie|brauchen)(?!\p{L})/u,
    isNoDenial: /^(?:, )?(?:oh|ach) (?:, )?nein|(?<!\p{L})(?:ja|doch|nur|weiß|glaube|denke)(?!\p{L})/u,
    plainDenial: /(?<!\p{L})(?:nie|niemals|nicht|keine?\p{L}*)(?!\p{L})/u,
  },
  amounts: {
    correction: new RegExp(`(?<!\\p{L})(?:${takenBack})(?: ,)? $`, 'u'),
    frequency:
      /^(?:(?:,|retard|und|jeweils|immer|zurzeit|ein|eine|0\.5|1|tablette|tbl)? ?(?:\d+(?:[-.]\d+){2,4}|(?:\d+|ein|zwei|drei|vier) ?(?:mal|x) (?:täglich|tgl|am tag|pro tag|die woche|pro woche|wöchentlich|monatlich)|alle \d+ (?:stunden|tage|wochen)|täglich|tgl|wöchentlich|(?:jeden|am) (?:morgen|abend|tag|\p{L}+tag)|morgens|mittags|abends|(?:zur|vor der) nacht|nachts|zum schlafen|bei bedarf)(?!\p{L}) ?)+/u,
    linking:
      /^(?:(?:,|ist|war|liegt|lag|bei|von|auf|heute|jetzt|aktuell|mit|beträgt|gemessen|wert|im|ohr|etwa|ca|zuletzt) )*$/,
  },
  shown: germanShown,
};
