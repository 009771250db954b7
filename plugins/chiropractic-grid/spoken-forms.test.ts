import { expect, test } from 'vitest';
import { readingOf } from './testing/visits.ts';

/** What is said, and the rows of it: level, side, signs, whether it was adjusted. */
const forms: Readonly<Record<string, readonly (readonly [said: string, rows: string])[]>> = {
  'a level that is left out of a list': [
    ['D: T3 through T7 restricted, all except T5.', 'T3||R|, T4||R|, T5|||, T6||R|, T7||R|'],
    ['D: I adjusted C3 through C6 except C5.', 'C3|||adjusted, C4|||adjusted, C5|||, C6|||adjusted'],
    ['D: Adjusted T4 to T7, but not T6.', 'T4|||adjusted, T5|||adjusted, T6|||, T7|||adjusted'],
    ['D: L2 to L5 tender, not L4.', 'L2||P|, L3||P|, L4|||, L5||P|'],
    ['D: I adjusted the right SI, not the left SI.', 'sacroiliac joint|right||adjusted'],
  ],
  'a side that is a letter': [
    ['U: L4 rest. R, L5 TTP L, R SI fix.', 'L4|right|R|, L5|left|P|, sacroiliac joint|right|R|'],
    ['U: C5 subluxation R. T4 tender L.', 'C5|right|S|, T4|left|P|'],
    ['U: L spine flexion limited. L5 tender on the R.', 'L5|right|P|'],
    ['U: R C2 adjusted. L 4 is tender.', 'C2|right||adjusted, L4||P|'],
  ],
  'a side or a level that is taken back': [
    ['D: L3 is restricted on the right. Sorry, that should read left. Adjusted L3.', 'L3|left|R|adjusted'],
    ['U: T6 right is tender. Make that left.', 'T6|left|P|'],
    ['U: i adjusted c two on the right no sorry on the left', 'C2|left||adjusted'],
    ['D: Right hip is stiff. Excuse me, left hip.', 'hip|left|R|'],
    ['D: T8 is tender on the left, on the right I meant.', 'T8|right|P|'],
    ['D: The left SI is fixated. No, the other one, the right.', 'sacroiliac joint|right|R|'],
    ['U: Adjusted C5 and L3. Strike L3, adjusted L2.', 'C5|||adjusted, L2|||adjusted, L3|||'],
    ['U: T5 was restricted, no, not T5, T6. I adjusted T6.', 'T6||R|adjusted'],
    ['D: BWK 8 ist links blockiert, nein, rechts.', 'T8|right|R|'],
    ['D: C5 is tender on the left. Actually, T4 is worse.', 'C5|left|P|, T4|||'],
    ['D: L4 on the right is tender. Sorry, did that hurt? Left side is fine.', 'L4|right|P|'],
  ],
  'the spine of somebody else': [
    ['D: His C6 is fused, your C3 is restricted.', 'C3||R|'],
    ['D: I adjusted his T4 on Monday. Today I adjusted your T6.', 'T6|||adjusted'],
    ['D: His C6 is tender. I adjusted his C6.', 'C6||P|adjusted'],
    ['D: Your son moves well, but his C2 is restricted.', 'C2||R|'],
  ],
  'the thrust, and what is none': [
    ['D: C1 left, tap tap. C5 right, click click.', 'C1|left||adjusted, C5|right||adjusted'],
    ["D: The left SI is stuck. Let's drop the left SI. There.", 'sacroiliac joint|left|R|adjusted'],
    ['D: Drop your shoulder for me. C5 is tender.', 'C5||P|'],
    ['D: Pelvic blocks under both sides, five minutes. No thrusting at all.', ''],
    ['D: I mobilized T4 with my thumbs.', 'T4|||adjusted'],
    ["D: I'll do T4. Exhale. There, that's moving now.", 'T4|||adjusted'],
    ["D: I'll do T4. That's moving less, no.", 'T4|||'],
    ['D: C2 ist links fest, den löse ich. So, fertig.', 'C2|left|R|adjusted'],
  ],
  'what is abbreviated': [
    ['U: Restr: C3 b/l, T2 L, L1. Adj: C3, T2.', 'C3|both|R|adjusted, T2|left|R|adjusted, L1||R|'],
    ['U: C1 R lat., TTP; C6-7 fix L.', 'C1|right|P A|, C6|left|R|, C7|left|R|'],
    ['U: C5-6 rest. bilat., T1 fix. R.', 'C5|both|R|, C6|both|R|, T1|right|R|'],
    ['U: L5 adj., pain 3/10 post. tx.', 'L5|||adjusted'],
  ],
  'places of one clause apart': [
    ['D: Your neck is locked up here at C2 and C3 on the right.', 'C2|right|R|, C3|right|R|'],
    ['D: I adjusted L5, and the joint on the right, the SI.', 'L5|||adjusted, sacroiliac joint|||adjusted'],
    ["D: I was going to adjust L4, but it's inflamed, so I adjusted L2 instead.", 'L2|||adjusted, L4||T|'],
  ],
  'an answer to a question of the examination': [
    ['D: Is L5 sore? / P: Not really. / D: And L4? / P: Ouch, yes.', 'L4||P|, L5|||'],
    ["D: Any pain here at C2? / P: That's fine.", 'C2|||'],
    ['D: T4, is that tender? / P: Sometimes.', 'T4||P|'],
    ['D: Does it hurt at L3? / P: Mm-hmm.', 'L3||P|'],
  ],
  'what the patient has a say in': [
    [
      "D: T12 and L1 are fixated. I'd like to do T12 and L1. / P: Could you skip the T12? / D: Okay, just L1 then. Breathe out. Good one.",
      'T12||R|, L1||R|adjusted',
    ],
    ["D: I'll adjust C5 now. / P: Please not my neck. / D: Alright. Deep breath. Good.", 'C5|||'],
    [
      "D: T4's stuck, C7's stuck. Ready? T4, breathe out. Good. / D: Now C7. / P: Hold on, can we not do the neck?",
      'C7||R|, T4||R|adjusted',
    ],
    ['D: T4, breathe out. Good. Now T5. Okay, we skip T5 today.', 'T4|||adjusted, T5|||'],
    ["D: He doesn't like manual adjusting, so Activator only: C1 right, T4.", 'C1|right||adjusted, T4|||adjusted'],
    ['D: I threw out my own L4. Yours is L5, stuck on the right.', 'L5|right|R|'],
  ],
  'what was done on another day, and what was not': [
    ['D: On Monday C6 was tender and I adjusted it. Today C6 is fine.', 'C6|||'],
    [
      'U: i adjusted l five in side posture and c two with a toggle l four i did not adjust',
      'C2|||adjusted, L4|||, L5|||adjusted',
    ],
    [
      "U: Adjusted the left SI with a drop, and L5, wait, no, L5 wasn't adjusted, only the SI.",
      'L5|||, sacroiliac joint|left||adjusted',
    ],
    ['D: T11 was stuck so I adjusted that prone and the neck is good.', 'T11||R|adjusted'],
    [
      "D: The left SI is stuck. L3 I would normally adjust as well but you'd rather not. Here's the drop. Done.",
      'L3|||, sacroiliac joint|left|R|',
    ],
    ['U: got the l four nice and were leaving the neck alone', 'L4|||adjusted'],
    ['D: C5 on the right, tender. Posterior ischium on the left.', 'C5|right|P|'],
  ],
  'what goes on from place to place': [
    ['U: C6 was manipulated supine, T4 and T5 prone.', 'C6|||adjusted, T4|||adjusted, T5|||adjusted'],
    ['D: C4, turn your head, and pop.', 'C4|||adjusted'],
    ['D: C4 hurts with a pop.', 'C4||P|'],
    ['D: I adjusted L5 three times until it released.', 'L5|||adjusted'],
    ["D: I won't adjust L5 until Friday.", 'L5|||'],
  ],
  'a bone of a joint': [
    ['D: The left elbow is sore over the radial head.', 'elbow|left|P|'],
    ['D: The AC joint on the left is tender, the shoulder moves freely.', 'AC joint|left|P|'],
  ],
};

test.each(Object.entries(forms).flatMap(([kind, each]) => each.map(([said, rows]) => ({ kind, said, rows }))))(
  'reads $kind: $said',
  ({ said, rows }) => {
    const read = readingOf({ lines: said.split(' / ') }).rows.map((row) => {
      const [level, side, signs, , adjusted] = row.split(' | ').map((cell) => cell.trim());
      return [level, side, signs, adjusted].join('|');
    });
    expect(read.join(', ')).toBe(rows);
  },
);

test.each([
  [
    ['D: The wrist is stiff.', 'P: Wrist is a five.', 'D: I adjusted the lunate.', "D: How's the wrist?", 'P: Three.'],
    '5 > 3',
  ],
  [['D: I adjusted C6. She left with a pain level of two, having come in at five.'], '5 > 2'],
  [['P: Neck is a six after lifting boxes.', 'D: I adjusted C5.', 'P: Better, a two.'], '6 > 2'],
])('reads the pain before and after an adjustment: %j', (lines, scores) => {
  expect(readingOf({ lines }).rows[0]).toMatch(scores);
});

test('keeps the technique that was announced for several when each is called', () => {
  const said = "D: C5 and T3 are stuck. We'll adjust both, diversified. C5, good. T3, good.";
  expect(readingOf({ lines: [said] }).rows).toEqual(
    ['C5', 'T3'].map((level) => `${level} |  | R | diversified | adjusted | `),
  );
});
