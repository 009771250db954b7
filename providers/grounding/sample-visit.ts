import type { Passage } from './kind.ts';

const by = (role: 'clinician' | 'patient', texts: readonly string[]) =>
  texts.map((text) => ({ speaker: { label: role === 'clinician' ? 'Clinician' : 'Patient', role }, text }));

/**
 * A visit as people speak. Reading it has all lists loaded and all expressions compiled, so that nobody waits for that.
 * What is found in it does not matter.
 */
export const sampleVisit: readonly Passage[] = [
  ...by('clinician', ['Good morning. What brings you in today?']),
  ...by('patient', [
    "I've had pain in my lower back, on the left side, for about three weeks.",
    'It started after I lifted a box, and it goes down to my knee when I sit.',
  ]),
  ...by('clinician', ['Any numbness or weakness? Any trouble with your bladder or bowels?']),
  ...by('patient', ['No. A little tingling in my right foot, but no weakness.']),
  ...by('clinician', ['How bad is it, from zero to ten?']),
  ...by('patient', ['A six, maybe an eight at night. It wakes me up twice a week.']),
  ...by('clinician', [
    'What do you take for it? Are you allergic to anything?',
    'Do you smoke or drink? Does anybody in your family have diabetes?',
    'Have you felt down or hopeless? Any thoughts of hurting yourself?',
  ]),
  ...by('patient', ['No, nothing like that. I work as a teacher and I live with my husband.']),
  ...by('clinician', [
    'Your blood pressure is 128 over 82, and your pulse is 72.',
    'Reflexes are normal on both sides. The X-ray of March showed no fracture.',
    'I think this is a lumbar strain, possibly a disc problem. I adjusted L5 today.',
  ]),
  ...by('patient', ["I'd rather not have injections, but I'd try therapy."]),
  ...by('clinician', ['If you get a fever or cannot hold your urine, go to the emergency room.']),
].map((said, index) => ({ ...said, id: `s${index + 1}` }));
