import { actions, type Rules, treatments } from '../table.ts';

/** What says that something is to be done, is not wanted, or ends. */
export const decisions: readonly Rules[] = [
  {
    category: 'planned',
    direction: 'forward',
    kinds: actions,
    reach: 8,
    cues: `
      (werde|werden|wird|wollen|würde|würden) (ich|wir|man|gern|gerne|sie)
      (machen|beginnen|starten|geben|planen|veranlassen|verordnen|vereinbaren|probieren|versuchen|nehmen|messen|kontrollieren|bestimmen|bestellen) (wir|sie) (mit)?
      wir (machen|beginnen|starten|geben|planen|veranlassen|verordnen|vereinbaren|probieren|versuchen|nehmen|messen|kontrollieren|bestimmen|bestellen|brauchen|erhöhen|reduzieren) (mit)?
      (beginn|start|beginne|beginnt|starte) (mit|von)?
      (plane|planen|geplant|empfehle|empfehlen|empfohlen|empfehlung|verordne|verordnung|verschreibe|verschreiben|veranlasse|veranlasst|überweise|überweisung|bitte um|anmeldung zu|anmeldung zum|rezept für|indikation zu|indikation zur) (ihnen)? (zu|zum|zur|von|für|eine|ein|einen)?
      (therapie|procedere|prozedere|vorschlag|plan) :
      (soll|sollen|sollte|sollten|müssen|brauchen) (sie|wir|er|noch)?
      (ab) (morgen|heute|sofort|montag)
      (nehmen|machen|holen|beginnen|starten) sie (bitte)?
      kontrolle (von|der|des)?`,
  },
  {
    category: 'planned',
    direction: 'forward',
    kinds: actions,
    gap: 8,
    cues: '(setzen|setze|setzt|fangen|ordnen|ordne|melden) .. an\n(leiten|leite) .. ein\n(nehmen|nehme) .. dazu',
  },
  {
    category: 'planned',
    direction: 'backward',
    kinds: actions,
    reach: 4,
    cues: '{be}? {degree}? (geplant|vorgesehen|empfohlen|verordnet|angesetzt|angeordnet|angemeldet|terminiert|veranlasst|indiziert)\n(werden|würden|wollen|sollten|können) wir {degree}? (machen|veranlassen|beginnen|starten|planen|ansetzen|durchführen)?\n(ansetzen|beginnen|starten|verordnen|verschreiben)\n(machen|veranlassen|bestimmen|kontrollieren) wir',
  },
  {
    category: 'pseudo',
    direction: 'both',
    kinds: ['medication'],
    cues: '(nehme|nimmt|nehmen|bekommt|bekomme) (ich|er|sie)? (weiter|weiterhin|noch|unverändert)\nnehmen sie (noch|weiter|weiterhin|zurzeit|derzeit|aktuell|schon|bereits|regelmäßig)\n(weiter|weiterhin|unverändert) wie bisher\nnicht (vergessen|absetzen vergessen)',
  },
  {
    category: 'possible',
    direction: 'forward',
    kinds: actions,
    reach: 7,
    cues: '(vielleicht|eventuell|evtl|gegebenenfalls|ggf|möglicherweise|erwägen|überlegen|überlegt|diskutieren|diskutiert|besprochen|besprechen) (wir|ich|mit|über)?\n(könnte|könnten|kann) (man|wir|ich)',
  },
  {
    category: 'possible',
    direction: 'backward',
    kinds: actions,
    reach: 4,
    cues: '(zu|in)? (erwägen|erwägung|diskutieren|überlegen)\n(besprochen|diskutiert)',
  },
  {
    category: 'conditional',
    direction: 'forward',
    at: 'head',
    crosses: true,
    reach: 30,
    kinds: actions,
    cues: '(falls|wenn|sofern|sollte|sollten|nur wenn|erst wenn|bei (verschlechterung|persistenz|ausbleiben|zunahme|fieber|ausbleibender))',
  },
  {
    category: 'conditional',
    direction: 'both',
    crosses: true,
    reach: 8,
    kinds: actions,
    cues: '(falls|wenn|sofern|nur wenn|nur falls|erst wenn|bei (verschlechterung|persistenz|ausbleiben|zunahme|ausbleibender))\nnur bei',
  },
  {
    category: 'declined',
    direction: 'forward',
    kinds: actions,
    reach: 6,
    cues: `
      (lehnt|lehnte|lehne|lehnen) (er|sie|ich|der patient|die patientin)? (ab)?
      (ablehnung|verweigerung) (von|der|des|einer|eines)?
      (verweigert|verweigerte|verweigere) (die|das|den)?
      (verzichtet|verzichte|verzichten|verzicht) (auf)
      (möchte|möchten|will|wollte|wollen|wünscht|wünsche|mag) {who}? {degree}? ({no}|nicht)
      (gegen) (den|die|das|ein|eine) (rat|ärztlichen rat)`,
  },
  {
    category: 'declined',
    direction: 'forward',
    kinds: actions,
    gap: 9,
    cues: '(lehnt|lehnte|lehne|lehnen) .. ab\n(möchte|möchten|will|wollte|wollen|wünscht|wünsche) .. (nicht|keinesfalls|auf keinen fall)\n(hat|haben|habe) .. (abgelehnt|verweigert)',
  },
  {
    category: 'declined',
    direction: 'backward',
    kinds: actions,
    reach: 6,
    cues: `
      (lehnt|lehnte|lehne|lehnen) {who}? {degree}? ab
      (möchte|möchten|will|wollte|wollen|wünscht|wünsche|mag) {who}? {degree}? (nicht|keinesfalls|auf keinen fall)
      {help}? {who}? {degree}? (abgelehnt|verweigert|nicht gewünscht|nicht erwünscht)
      (nein)? , (das|den|die) (möchte|will|lehnt|lehne|mag|wollte) {who}? {degree}? (nicht|ab|keinesfalls)`,
    crosses: true,
  },
  {
    category: 'stopped',
    direction: 'forward',
    kinds: treatments,
    gap: 9,
    cues: `
      (setzen|setzt|setze|setzte|setzten) .. ab
      (lassen|lasse|lässt|ließ) .. weg
      (schleichen|schleicht) .. aus
      (habe|hat|haben|hatte|wurde|wurden|wird|werden|soll|sollte|sollen) .. (abgesetzt|gestoppt|pausiert|beendet|weggelassen|ausgeschlichen|absetzen|pausieren|aufgehört)
      ({no}|nicht) .. mehr
      (stellen|stelle|stellt) .. um`,
  },
  {
    category: 'stopped',
    direction: 'forward',
    kinds: treatments.concat('symptom', 'problem', 'social'),
    reach: 3,
    cues: `
      (absetzen|absetzung|pausieren|pausierung|weglassen|ausschleichen|beendigung|pause) (von|der|des)
      (stoppen|stoppt|pausiere|beenden|beendet|beende) (wir|sie|er|ich|die|das) (mit)?
      (umgestellt|umstellung|wechsel|gewechselt) von`,
    over: '{article}',
  },
  {
    category: 'stopped',
    direction: 'forward',
    kinds: treatments,
    over: '{article}',
    cues: '(ersetze|ersetzen|ersetzt|tausche|tauschen|wechseln|wechsle) {who}? (von)?\n(anstelle|statt|anstatt) (von)?',
  },
  {
    category: 'stopped',
    direction: 'forward',
    kinds: treatments,
    nearest: true,
    cues: '({article}|von) .. {to} {article}? <term> {dose}? {changing}',
  },
  {
    // What takes its place: `von Marcumar auf Eliquis umstellen`.
    category: 'planned',
    direction: 'forward',
    kinds: ['medication'],
    gap: 4,
    cues: '<term> {dose}? {to} .. {changing}',
  },
  {
    category: 'planned',
    direction: 'forward',
    kinds: ['medication'],
    over: '{article}',
    cues: '{changing} {who}? (von)? {article}? <term> {dose}? {to}',
  },
  {
    category: 'planned',
    direction: 'forward',
    kinds: actions,
    reach: 6,
    cues: '(anstelle|statt|anstatt) (von)? {article}? <term> (würde|würden|geben|gebe|nehmen|nehme|verschreibe|verschreiben|besser|lieber|jetzt) (ich|wir|sie)?',
  },
  {
    category: 'certain',
    direction: 'forward',
    kinds: ['medication'],
    cues: 'nicht mehr ,? (jetzt|nun|dafür|stattdessen|sondern)',
  },
  {
    // In `Nicht mehr, jetzt Eliquis` something else ended.
    category: 'stopped',
    direction: 'forward',
    kinds: treatments.concat('symptom', 'problem', 'social'),
    over: '{article} nehme nimmt bekommt genommen',
    cues: 'nicht mehr',
  },
  {
    category: 'stopped',
    direction: 'backward',
    kinds: treatments.concat('symptom', 'problem', 'social'),
    reach: 7,
    nearest: true,
    cues: `
      {help}? {who}? {degree}? (abgesetzt|absetzen|abzusetzen|gestoppt|stoppen|pausiert|pausieren|beendet|beenden|weglassen|weggelassen|streichen|gestrichen|ausgeschlichen|ausschleichen)
      (setzen|setzt|setze|setzte) {who}? {degree}? ab
      (lassen|lasse|lässt) {who}? {degree}? weg
      (nehme|nimmt|nahm|hat|habe|haben|braucht|brauche) {who}? {degree}? nicht mehr (genommen)?
      (und|aber)? nicht mehr ,? (genommen|vorhanden|eingenommen)?`,
  },
  {
    category: 'stopped',
    direction: 'backward',
    kinds: treatments,
    reach: 4,
    needs: 'und sowie wurden werden',
    over: 'mg µg g ml ie habe hat wurde wurden werden beide ich er sie wir jetzt heute und sowie das die',
    cues: '(abgesetzt|absetzen|gestoppt|pausiert|pausieren|beendet|weglassen|weggelassen)',
  },
  // After a comma something else is spoken of.
  { category: 'pseudo', direction: 'both', kinds: ['medication'], cues: 'nicht mehr ,' },
];
