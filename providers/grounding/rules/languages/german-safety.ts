const near = '(?:mann|frau|partner|partnerin|freund|freundin|ex|vater|mutter|sohn|tochter|bruder|pfleger)';

/** Matters of safety by their names in the list of facts, as they are worded in German, in small letters. */
export const germanSafety: Readonly<Record<string, RegExp>> = {
  suicidality:
    /suizid\p{L}*|selbstmord\p{L}*|(?:mich|sich|dich) (?:\p{L}+ )?(?:umbringen|umzubringen|erhängen|erschießen|töten)|das leben (?:zu )?(?:nehmen|genommen)|nicht mehr (?:leben|aufwachen|weiterleben|(?:da|hier) (?:zu )?(?:sein|wäre|bin))|ohne (?:mich|sie|dich) (?:\p{L}+ )?besser|besser dran|besser(?: ,)? (?:wenn )?(?:ich )?nicht mehr|(?:wäre|bin) (?:nur )?(?:eine|zur) last|keine(?:n)? (?:ausweg|hoffnung)|(?:mir|sich|dir) (?:selbst )?(?:et)?was (?:an(?:zu)?tun|angetan)|wäre ich (?:\p{L}+ )?(?:weg|tot)|lebens(?:müde|überdruss)\p{L}*|(?:tot|lieber) (?:wäre|sein|tot)|sterben (?:will|wollen|möchte|wollte)|(?:will|wollte|möchte|wollen) (?:nur noch |einfach |am liebsten )?sterben|gegen (?:den|einen) baum|dem (?:\p{L}+ )?ein ende|überdosis|vor (?:den|einen) zug|von (?:der|einer) brücke|waffen?(?!\p{L})|pistole|gewehr|sinn mehr|schluss (?:zu )?machen/u,
  'self-harm':
    /selbstverletz\p{L}*|verletz\p{L}* (?:sie |du )?(?:sich|dich) selbst|(?:gedank\p{L}*|gedacht|denken|drang|impuls\p{L}*|lust)(?!\p{L}) .*(?:sich|dich) selbst|selbst (?:zu )?verletz\p{L}*|(?:mich|sich|dich) (?:\p{L}+ )?(?:geritzt|ritzen|schneiden|geschnitten|verletzen)|(?<!\p{L})ritze[nt]?(?!\p{L})/u,
  'harm to others':
    /fremdgefähr\p{L}*|(?:jemand(?:en|em)?|anderen?|ihm|ihr) (?:\p{L}+ )?(?:anzutun|antun|umbringen|umzubringen|töten|verletzen)/u,
  abuse: new RegExp(
    `(?<!\\p{L})${near} (?:\\p{L}+ ){0,5}?(?:schlägt|geschlagen|schlug|gewürgt|würgt|bedroht|tritt|geschubst|zwingt)|(?:er|sie) (?:schlägt|würgt|bedroht) (?:mich|sie)|(?<!\\p{L})gewalt\\p{L}*|(?<!alkohol|drogen|substanz|medikamenten)missbrauch\\p{L}*|missbraucht|vergewaltig\\p{L}*|angst vor (?:\\p{L}+ )?${near}|(?<!\\p{L})(?:er|sie|mann|frau|partner) (?:hat )?(?:mich|sie) (?:\\p{L}+ )?(?:gewürgt|geschlagen|geschubst|bedroht|getreten)|handgreiflich|zu hause (?:nicht )?sicher|sicher (?:zu hause|daheim|bei (?:ihrem|ihrer|meinem|meiner))|bei (?:ihrem|ihrer|meinem|meiner) \\p{L}+ (?:nicht )?sicher`,
    'u',
  ),
  capacity: /einwilligungsfähig\p{L}*|vorsorgevollmacht|gesetzliche[nr]? betreu\p{L}*/u,
  'code status':
    /patientenverfügung|wiederbeleb\p{L}*|reanim\p{L}*|(?<!\p{L})dn[ri](?!\p{L})|(?:künstlich|maschinell) beatm\p{L}*|therapiebegrenzung/u,
  pregnancy: /schwanger\p{L}*|(?<!\p{L})still(?:e|en|zeit)(?!\p{L})|gestillt|(?<!\p{L})ssw(?!\p{L})/u,
  implant:
    /\p{L}*schrittmacher\p{L}*|defibrillator|(?<!\p{L})icd(?!\p{L})|\p{L}*stents?(?!\p{L})|\p{L}*implantat\p{L}*|\p{L}*prothese\p{L}*|(?:hüft|knie|schulter) ?tep|(?<!\p{L})shunt|insulinpumpe|herzklappe|hormonspirale/u,
  'loss of consciousness':
    /bewusst(?:los|seinsverlust)\p{L}*|ohnmächtig|ohnmacht|synkopen?|umgekippt|kollabiert|weggetreten|krampfanf[aä]ll\p{L}*/u,
  'bladder or bowel':
    /(?<!\p{L})(?:blase(?!n)|blasen(?=störung|entleerung|schwäche))(?:störung\p{L}*|entleerung\p{L}*|schwäche)?(?: (?:und|oder|\/) (?:mast)?darm\p{L}*)?(?!\p{L})|harn(?:verhalt|inkontinenz)|inkontinen\p{L}*|wasserlassen|stuhlinkontinenz|mastdarm\p{L}*|(?:urin|stuhl) (?:\p{L}+ )?(?:verl\p{L}+|halten)|reithose\p{L}*|eingenässt/u,
};

/** What a matter is called: of bladder and bowel only the one that was named. */
export function germanLabel(name: string, said: string): string {
  if (name === 'bladder or bowel' && !/darm|stuhl|reithose/.test(said)) return 'Blase';
  return labels[name] ?? name;
}

const labels: Readonly<Record<string, string>> = {
  suicidality: 'Suizidalität',
  'self-harm': 'Selbstverletzung',
  'harm to others': 'Fremdgefährdung',
  abuse: 'Gewalt',
  capacity: 'Einwilligungsfähigkeit',
  'code status': 'Reanimation',
  pregnancy: 'Schwangerschaft',
  implant: 'Implantat',
  'loss of consciousness': 'Bewusstlosigkeit',
  'bladder or bowel': 'Blase/Mastdarm',
};
