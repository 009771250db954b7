/** Words by name, for the cues: `{no}` is any of them. */
export const words = {
  no: 'kein|keine|keinen|keiner|keinem|keines|keinerlei',
  not: 'nicht|nie|niemals|keinesfalls|keineswegs',
  who: 'ich|er|sie|wir|man|der patient|die patientin|patient|patientin|pat',
  be: 'ist|sind|war|waren|wird|werden|wurde|wurden|bleibt|sei|wäre',
  help: 'habe|hat|haben|hatte|hatten|wurde|wurden|wird|werden|ist|sind|soll|sollte|kann',
  degree:
    'schon|bereits|jetzt|heute|gestern|aktuell|derzeit|momentan|zurzeit|weiterhin|bitte|selbst|wieder|auch|eigentlich|einfach|dann|vorerst|zunächst|erst einmal|sofort|strikt|bisher|gerade|lieber|auf keinen fall',
  to: 'auf|durch|gegen|zu',
  dose: '<number> (mg|µg|ml)?',
  changing:
    'um|umstellen|umgestellt|umzustellen|umstellung|wechsel|wechseln|wechsle|gewechselt|ersetze|ersetzen|ersetzt|tausche|tauschen|austauschen|ausgetauscht|getauscht',
  many: 'einem|einigen|vielen|etwa|ca|2|3|4|5|6|7|8|9|10|12|15|20|25|30|40|50|zwei|drei|vier|fünf|zehn|fünfzehn|zwanzig|dreißig',
  article:
    'der|die|das|den|dem|des|ein|eine|einen|einem|einer|mein|meine|meinen|meiner|meinem|sein|seine|seiner|ihr|ihre|ihrer|ihrem|ihren',
  family:
    'mutter|mama|vater|papa|eltern|bruder|brüder|bruders|schwester|schwestern|geschwister|großmutter|großvater|großeltern|oma|opa|tante|onkel|cousin|cousine|sohn|sohnes|tochter|kind|kinder|kindern|(meine|meiner|seine|seiner) frau|(mein|meinem|ihr|ihrem) mann|ehefrau|ehemann|ehemannes|enkel|enkelin|neffe|nichte|zwilling|schwiegermutter|schwiegervater|vaters|verwandte|verwandten|angehörige',
  stranger:
    'freund|freundin|freunde|nachbar|nachbarin|nachbarn|kollege|kollegin|kollegen|chef|chefin|mitbewohner|mitbewohnerin|zimmernachbar|zimmernachbarin|lehrer|lehrerin|hund|katze|partner|partnerin',
};
