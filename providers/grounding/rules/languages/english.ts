import { assertionReader } from '../../assertion/assertion.ts';
import { english as table } from '../../assertion/en/english.ts';
import { replyKind } from '../dialogue/replies.ts';
import { englishAllergies } from '../reading/allergies.ts';
import { englishAmounts } from '../reading/amounts.ts';
import { englishAsking } from '../reading/asked/bare-questions.ts';
import { englishClauses } from '../reading/clauses.ts';
import { englishCorrections } from '../reading/corrections.ts';
import { englishDecisions } from '../reading/decisions.ts';
import { englishLastWords } from '../reading/last-words.ts';
import { findMentions } from '../reading/mentions.ts';
import type { ReadingLanguage } from '../reading/reading-language.ts';
import { englishOne } from '../reading/readings.ts';
import { unlistedMedicines } from '../reading/unlisted-medicines.ts';

export const english: ReadingLanguage = {
  code: 'en',
  read: assertionReader(table),
  ...{ mentionsIn: findMentions, unlisted: unlistedMedicines, replyKind },
  ...{ clauses: englishClauses, asking: englishAsking, one: englishOne, allergies: englishAllergies },
  ...{
    decisions: englishDecisions,
    corrections: englishCorrections,
    lastWords: englishLastWords,
    amounts: englishAmounts,
  },
  shown: null,
};
