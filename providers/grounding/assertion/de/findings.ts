import { conditions, type Rules } from '../table.ts';

/** What says that something is not there, is not certain, or was before. */
export const findings: readonly Rules[] = [
  {
    category: 'pseudo',
    direction: 'both',
    cues: `
      {no} (wesentliche|relevante|deutliche)? (änderung|besserung|verbesserung|verschlechterung|zunahme|abnahme|linderung|veränderung|wirkung|problem|probleme|zweifel|wunder|lust|zeit|ahnung)
      nicht (nur|unbedingt|zwingend|mehr als|länger als|so|sehr|viel|besser|schlechter|ausreichend|genug|gut|richtig|ganz|sicher|weg|geholfen|gewirkt|vergessen|schlafen|arbeiten|laufen|gehen|immer)
      (hilft|half|wirkt|wirkte|bringt|reicht) (mir|bei mir)? (nicht|nichts)
      (warum|ob|weiß|wissen) (ich|er|sie|wir)? nicht
      (vertrage|verträgt|vertrug|vertragen) (sich|{who})? {degree}? ({no}|nicht|nichts|schlecht)
      nicht (auszuschließen|auszuschliessen|ausgeschlossen|ausschließen)
      ohne (probleme|schwierigkeiten|komplikationen|befund|erfolg|wirkung|besserung)
      (noch|sonst) nicht (besser|weg|abgeheilt)
      ob nicht`,
  },
  {
    category: 'absent',
    direction: 'forward',
    cues: `
      ({no}|{not}|weder)
      ({no}|nicht) (hinweis|hinweise|anhalt|anhaltspunkte|anzeichen|zeichen|nachweis|evidenz) (auf|für|von|einer|eines)?
      nichts von`,
  },
  {
    category: 'lacking',
    direction: 'forward',
    kinds: conditions.concat('social', 'result', 'score', 'procedure'),
    cues: `
      (verneint|verneinte|verneinen|leugnet|negiert|dementiert) (aktuell|derzeit|jegliche|jeglichen)?
      (frei von|negativ für|distanziert sich von|distanziert von|fehlende|fehlender|fehlendes|fehlen von)
      ausschluss (von|einer|eines|der|des)?`,
  },
  { category: 'lacking', direction: 'forward', cues: 'ohne (hinweis auf|anhalt für|nachweis von|jegliche)?' },
  {
    category: 'lacking',
    direction: 'backward',
    reach: 5,
    kinds: conditions.concat('social', 'procedure', 'score'),
    cues: `
      ({be}|werden|wird)? {degree}? (verneint|negiert|negativ|ausgeschlossen|widerlegt)
      (konnte|konnten|kann) (sicher)? ausgeschlossen (werden)?
      (klar|glaubhaft|sicher|eindeutig|deutlich)? distanziert
      {not} (vorhanden|nachweisbar|tastbar|erkennbar|gegeben|bekannt|erinnerlich|auslösbar|feststellbar|aufgetreten|beobachtet|vorgekommen)
      (fehlt|fehlen|fehlend|entfällt)`,
  },
  {
    category: 'lacking',
    direction: 'backward',
    at: 'tail',
    reach: 6,
    cues: `
      (,|:)? (nein|nicht|nie|niemals|nö|ne|nee)
      (,|:)? (keine|keinen|keins|keines|keiner)
      (habe|hat|hatte|haben|gibt|gab) (ich|er|sie|es)? {degree}? (keine|keinen|keins|keiner|nicht|nie) (bemerkt|gehabt|mehr gehabt|beobachtet|festgestellt)?`,
  },
  {
    category: 'absent',
    direction: 'backward',
    kinds: ['medication'],
    reach: 1,
    cues: '(dürfen|darf|sollen|soll|sollten|sollte|können|kann) {who}? {degree}? {not} (zusammen|gleichzeitig|gemeinsam|mit|nehmen|einnehmen)',
  },
  {
    category: 'absent',
    direction: 'forward',
    kinds: ['medication'],
    reach: 3,
    cues: '(vermeiden|meiden|vermeide|meide) (sie|wir)? (bitte)?',
  },
  {
    // `Kein Ibuprofen zusammen mit Xarelto`: the second is taken.
    category: 'end',
    direction: 'both',
    kinds: ['medication'],
    ends: ['absent', 'lacking'],
    cues: '<term> (zusammen mit|gleichzeitig mit|mit|zu|unter|neben)\n(zusammen|gleichzeitig|gemeinsam|in kombination) mit',
  },
  {
    category: 'lacking',
    direction: 'backward',
    nearest: true,
    reach: 5,
    kinds: ['medication'],
    cues: '(habe|hat|hatte|haben) {who}? {degree}? (nie|niemals|nicht) (genommen|eingenommen|bekommen|angefangen|begonnen)',
  },
  {
    category: 'certain',
    direction: 'backward',
    at: 'tail',
    reach: 0,
    kinds: conditions,
    cues: '(,|:)? (ja|schon|doch|positiv|vorhanden|leider ja)\n(habe|hat|haben) (ich|er|sie)? (schon|leider schon)',
  },
  { category: 'pseudo', direction: 'both', at: 'head', cues: '(nein|nö|ne|nee) (,|eigentlich|das|der|die|ich)' },
  { category: 'certain', direction: 'forward', kinds: conditions, reach: 3, cues: 'nichts (außer|als)\nnicht ohne' },
  {
    category: 'end',
    direction: 'both',
    ends: ['absent', 'lacking'],
    cues: '(aber|jedoch|sondern|außer|allerdings|trotzdem|dennoch|weil|da|denn|obwohl|nur|lediglich|wegen|aufgrund|trotz|dafür|stattdessen|statt|wenn|falls|weiterhin|dagegen|hingegen|bis auf)',
  },
  {
    category: 'possible',
    direction: 'forward',
    reach: 7,
    kinds: conditions.concat('result', 'social'),
    cues: `
      (verdacht|va|verdächtig|verdachtsdiagnose|hinweis|hinweise|anhalt) (auf|für)?
      (möglich|möglicher|mögliche|mögliches|möglicherweise|vielleicht|eventuell|evtl|vermutlich|vermutete|vermuteter|wahrscheinlich|wahrscheinliche|wahrscheinlicher|fraglich|fragliche|fraglicher|fragliches|womöglich|dd|differentialdiagnose|differenzialdiagnose|differentialdiagnostisch|differenzialdiagnostisch)
      am ehesten (eine|ein|einer|im sinne einer|vereinbar mit)?
      (könnte|könnten|dürfte) (das|es|eine|ein|auch)?
      (denke|denken|dachte|tippe|tippen) (wir|ich)? (an|auf|eher an)
      (zum|zur) (ausschluss|abklärung) (von|einer|eines|der|des)?
      (abklärung|abklären|frage) (von|einer|eines|der|nach|auf)
      (ob|unklar ob|sorge vor|angst vor|risiko für|risiko von|gefahr von|gefahr einer|risiko einer)
      (prophylaxe|vorbeugung|vermeidung|verhinderung) (von|einer|eines|der|gegen)?
      (schließe|schließen|schließt) (wir|ich)? (noch)? nicht aus`,
  },
  {
    category: 'possible',
    direction: 'backward',
    reach: 4,
    kinds: conditions.concat('result'),
    cues: `
      {be}? {degree}? (möglich|denkbar|fraglich|wahrscheinlich|vermutet|nicht sicher|ungeklärt|unwahrscheinlich)
      {be}? (noch)? nicht (sicher)? (auszuschließen|auszuschliessen|ausgeschlossen|ausschließbar)
      (kann|konnte|können) (noch)? nicht (sicher)? ausgeschlossen (werden)?
      (kommt|käme) in (betracht|frage)`,
  },
  {
    category: 'pseudo',
    direction: 'both',
    cues: 'bei bedarf\nals ob\nwenn (möglich|nötig|überhaupt)\n(weiß|wissen|fragt|fragte|schauen|sehen|prüfen|wissen sie) (wir|ich)? , ob',
  },
  {
    category: 'pseudo',
    direction: 'both',
    role: 'patient',
    kinds: conditions,
    cues: '(immer)? wenn (ich|es|man|das)',
  },
  {
    category: 'conditional',
    direction: 'forward',
    reach: 10,
    kinds: conditions,
    cues: '(falls|wenn|sofern|sollte|sollten|im falle|sobald|für den fall)\nbei (auftreten|zunahme|verschlechterung|erneuter|erneutem|erneuten|neuer|neuem|neuen|neuauftreten|anhaltenden|anhaltendem|wiederauftreten|entwicklung) (von|der|des|einer)?',
  },
  {
    category: 'conditional',
    direction: 'forward',
    gap: 9,
    crosses: true,
    kinds: conditions,
    cues: 'bei .. (sofort|umgehend|wiedervorstellung|wiedervorstellen|notaufnahme|notarzt|kommen sie|melden sie|rufen sie|vorstellen)',
  },
  {
    category: 'historical',
    direction: 'forward',
    reach: 6,
    kinds: conditions.concat('procedure', 'social', 'medication'),
    cues: `
      (zn|stn|zustand nach|status nach|stattgehabter|stattgehabte|stattgehabtem|abgelaufener|durchgemachte|durchgemachter)
      (früher|ehemals|ehemaliger|ehemalige|damals|in der vergangenheit|als kind|in der kindheit|in meiner jugend|vor jahren|jahrelang)
      vor {many} (jahren|jahrzehnten)`,
  },
  {
    category: 'historical',
    direction: 'backward',
    reach: 4,
    kinds: conditions.concat('procedure', 'social', 'medication'),
    cues: `
      (als|im) (kind|kindesalter|jugendlicher|jugendliche)
      (in|während) der (kindheit|vergangenheit|jugend)
      (früher|damals|vor jahren|vor langem)
      {be}? {degree}? (weg|abgeklungen|verschwunden|vorbei|ausgeheilt|abgeheilt|überstanden|verflogen)
      {help}? (mit dem)? (rauchen|trinken)? aufgehört`,
  },
  {
    category: 'historical',
    direction: 'backward',
    reach: 6,
    kinds: conditions.concat('procedure'),
    needs: 'vor im',
    cues: '(jahren|jahrzehnten)\nim (jahr)? <year>',
  },
  {
    category: 'historical',
    direction: 'both',
    reach: 4,
    kinds: ['procedure'],
    cues: '(operiert|durchgeführt|entfernt|eingesetzt|implantiert|erhalten|bekommen)\n(im|in|rechts|links|beidseits|jahr) <year>',
  },
  {
    category: 'end',
    direction: 'both',
    ends: ['possible', 'conditional', 'historical', 'planned', 'declined'],
    cues: '.',
  },
  {
    category: 'end',
    direction: 'both',
    ends: ['historical'],
    cues: '(aber|jedoch|jetzt|nun|heute|aktuell|derzeit|mittlerweile)',
  },
  { category: 'end', direction: 'both', ends: ['conditional'], cues: '(aber|jedoch|dagegen|hingegen)' },
  { category: 'end', direction: 'both', ends: ['possible'], cues: '(aber|jedoch|weil|sicher|gesichert)' },
];
