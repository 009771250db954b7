import type { AssertionTable } from '../table.ts';
import { decisions } from './decisions.ts';
import { findings } from './findings.ts';
import { holders } from './holders.ts';
import { words } from './words.ts';

const auxiliaries =
  'hat habe haben hatte hatten hast ist bin sind war waren wird werde werden wurde wurden würde würden kann können könnte konnte konnten soll sollte sollen sollten will wollen wollte möchte möchten darf dürfen muss müssen musste mag';
const verbs =
  'nimmt nehme nehmen nahm bekommt bekomme bekommen bekam kriege setzt setze setzen setzte lehnt lehne lehnen lehnte verneint verneine leugnet gibt gab klagt klage berichtet berichte leidet leide litt raucht rauche trinkt trinke verträgt vertrage kommt komme kommen kam geht gehe gehen ging stoppen stoppt pausieren pausiert beginnen beginnt starten macht mache machen schmerzt tut zeigt zeigte zeigen ergab findet fand fühle fühlt spüre merke bemerkt besteht bestehen bestand verordne verschreibe empfehle überweise planen plane planst schlafe schläft starb verstarb brauche braucht denke glaube meine sagt sagte lassen lässt messen kontrollieren veranlassen';

/** Clinical German: speech, dictation and notes, in small letters and with abbreviations as one word (`zn`, `va`). */
export const german: AssertionTable = {
  words,
  rules: [...findings, ...decisions, ...holders],
  joints: 'und aber sowie bzw',
  alternatives: 'oder noch',
  subjects: 'ich er wir es patient patientin',
  openers: `${auxiliaries} ${verbs} dass weil wenn falls ob da denn als wie was wo wann warum obwohl damit sondern nachdem bevor bis sobald der die das den dem und oder aber sich mir mich ja nein doch auch`,
  verbs: `${auxiliaries} ${verbs} kein keine keinen keiner nicht ohne verdacht`,
  beforeDates: '',
  determiners: 'mein meine meinen meiner meinem ihr ihre ihren',
  governing:
    'in an auf von unter mit für bei zu nach habe hat haben hatte hatten kein keine an nehme nimmt möchte will lehnt verneint',
  continuing: 'er sie der die',
};
