import { assertionReader } from '../../assertion/assertion.ts';
import { english as table } from '../../assertion/en/english.ts';
import { replyKind } from '../dialogue/replies.ts';
import { englishAllergies } from '../reading/allergies.ts';
import { englishAmounts } from '../reading/amounts.ts';
import { englishClauses } from '../reading/clauses.ts';
import { englishCorrections } from '../reading/corrections.ts';
import { englishDecisions } from '../reading/decisions.ts';
import { findMentions } from '../reading/mentions.ts';
import type { ReadingLanguage } from '../reading/reading-language.ts';
import { unlistedMedicines } from '../reading/unlisted-medicines.ts';
import { englishAbout } from '../readings/about.ts';
import { englishAsking } from '../readings/bare-questions.ts';
import { englishLastWords } from '../readings/last-words.ts';
import { englishMedicines } from '../readings/medicines.ts';
import { englishReadings } from '../readings/readings.ts';

const { objects, one, ofRelative } = englishReadings;

export const english: ReadingLanguage = {
  code: 'en',
  read: assertionReader(table),
  ...{ mentionsIn: findMentions, unlisted: unlistedMedicines, replyKind },
  ...{
    clauses: englishClauses,
    asking: { ...englishAsking, ...englishAbout, ...englishMedicines, ofRelative },
    objects,
    one,
    allergies: englishAllergies,
  },
  ...{
    decisions: englishDecisions,
    corrections: englishCorrections,
    lastWords: englishLastWords,
    amounts: englishAmounts,
  },
  shown: null,
};
