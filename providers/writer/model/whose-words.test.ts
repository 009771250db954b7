import type { Passage } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import type { Role } from './said.ts';
import { isOfAnother } from './whose-words.ts';

/** `other: He coughs. | clinician: Since when?` */
const cited = (lines: string) =>
  lines.split(' | ').map((line, at): Passage => {
    const [, role = 'unknown', text = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
    return { id: `s${at}`, speaker: { label: role, role: role as Role }, text };
  });

test.each([
  ['The patient has an underactive thyroid.', 'patient: And my sister has an underactive thyroid.'],
  ['She broke her wrist at 62.', 'patient: She did, broke her wrist at sixty-two.'],
  [
    'Her sister had osteoporosis.',
    "clinician: Your mother had osteoporosis, didn't she? | patient: She did. My sister is well.",
  ],
  ['Brother with epilepsy.', "unknown: Known epilepsy, last seizure in 2019. Brother with Crohn's disease."],
  ['The patient had gout.', 'unknown: Father had gout. Next session in ten days.'],
  ['Mother had gout.', 'unknown: Father had gout.'],
  ['His mother has chickenpox.', 'other: No rash. His big sister has chickenpox, mind.'],
  ['He is allergic to penicillin.', "clinician: Any allergies? | other: Not him. I can't have penicillin, I swell up."],
  ['Her cousin talks to himself.', 'patient: My cousin says I still talk to myself.'],
  ['Her cousin skips quetiapine.', 'patient: The quetiapine I skip at weekends.'],
])('“%s” tells of another than: %s', (sentence, lines) => {
  expect(isOfAnother(sentence, cited(lines))).toBe(true);
});

test.each([
  ["The patient's sister has an underactive thyroid.", 'patient: And my sister has an underactive thyroid.'],
  ['The patient snores.', 'patient: My wife says I snore.'],
  ['Her mother had osteoporosis.', "clinician: Your mother had osteoporosis, didn't she? | patient: She did."],
  ['Mother reports a cough since Tuesday.', "other: He's had a cough since Tuesday."],
  ['Cough since Tuesday.', "other: He's had a cough since Tuesday."],
  ['Given 5 ml of Calpol.', 'other: I gave him Calpol, five mils.'],
  ['Known epilepsy.', "unknown: Known epilepsy. Brother with Crohn's disease."],
  ['The patient is worried about her son.', 'patient: I am worried about my son.'],
  ['Home tomorrow.', 'clinician: He can go home tomorrow.'],
])('“%s” tells of the same as: %s', (sentence, lines) => {
  expect(isOfAnother(sentence, cited(lines))).toBe(false);
});
