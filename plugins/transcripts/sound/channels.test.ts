import { describe, expect, test } from 'vitest';
import { channelMeter } from './channels.ts';
import { sampleRate } from './decoder.ts';

/** What is said, by whom, in seconds; somebody may speak while the other does. */
type Said = readonly (readonly [who: 'doctor' | 'patient', start: number, end: number])[];

const visit: Said = [
  ['doctor', 0.5, 3],
  ['patient', 3.5, 7],
  ['doctor', 7.2, 8],
  ['patient', 8.5, 12],
];
const seconds = 13;

/** A voice: noise whose loudness rises and falls four times a second, as syllables do. */
function voice(said: Said, who: 'doctor' | 'patient'): Float32Array {
  const random = randomNumbers(who === 'doctor' ? 1 : 2);
  const sound = new Float32Array(seconds * sampleRate);
  for (const [speaker, start, end] of said) {
    for (let at = start * sampleRate; speaker === who && at < end * sampleRate; at += 1)
      sound[at] = random() * 0.3 * (1.2 + Math.cos((at / sampleRate) * 25));
  }
  return sound;
}

/** Between -1 and 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 31 - 1;
  };
}

type Shares = readonly [doctor: number, patient: number];

/** Who speaks when, in channels that hold shares of the voices and noise. */
function turnsIn(left: Shares, right: Shares, said: Said = visit, noise: Shares = [0.001, 0.001]) {
  const [doctor, patient] = [voice(said, 'doctor'), voice(said, 'patient')];
  const random = randomNumbers(3);
  const channel = (shares: Shares, hiss: number) =>
    Int16Array.from(doctor, (sample, at) => {
      const value = sample * shares[0] + (patient[at] ?? 0) * shares[1] + random() * hiss;
      return Math.max(-32_768, Math.min(32_767, 32_767 * value));
    });
  const meter = channelMeter();
  meter.add([channel(left, noise[0]), channel(right, noise[1])]);
  return meter.turns();
}

/** Who speaks when, in channels that are as loud as that, one part after the other. */
function turnsAt(...parts: readonly (readonly [seconds: number, left: number, right: number])[]) {
  const meter = channelMeter();
  for (const [lasts, ...levels] of parts) {
    const [left, right] = levels.map((level) => new Int16Array(lasts * sampleRate).fill(level));
    if (left !== undefined && right !== undefined) meter.add([left, right]);
  }
  return meter.turns();
}

const speakers = (turns: ReturnType<typeof turnsIn>) => turns?.map(({ speaker }) => speaker.at(-1)).join('');

describe('a person on each channel', () => {
  test('has turns that begin and end with the speech', () => {
    const turns = turnsIn([1, 0], [0, 1], visit, [0, 0]);
    expect(speakers(turns)).toBe('1212');
    for (const [at, [, start, end]] of visit.entries()) {
      expect(Math.abs((turns?.[at]?.startMs ?? 0) - start * 1000)).toBeLessThanOrEqual(150);
      expect(Math.abs((turns?.[at]?.endMs ?? 0) - end * 1000)).toBeLessThanOrEqual(150);
    }
  });

  test.each<[string, Shares, Shares]>([
    ['with some of the other voice in it', [1, 0.2], [0.2, 1]],
    ['with a microphone on the collar, which hears the other person too', [1, 0.4], [0.4, 1]],
    ['whose gain is far lower on one', [1, 0], [0, 0.1]],
  ])('is found %s', (_, left, right) => expect(speakers(turnsIn(left, right))).toBe('1212'));

  test('is heard in a word while the other goes on', () => {
    const said: Said = [
      ['doctor', 0.5, 4],
      ['patient', 4.5, 12],
      ['doctor', 8, 9],
    ];
    expect(speakers(turnsIn([2, 0], [0, 1], said))).toBe('1212');
  });

  test('goes on after a short pause, and begins anew after a longer one', () => {
    const said: Said = [
      ['doctor', 0.5, 2],
      ['doctor', 2.3, 4],
      ['patient', 4.5, 7],
      ['doctor', 8, 9.5],
      ['doctor', 10.5, 12],
    ];
    expect(speakers(turnsIn([1, 0], [0, 1], said))).toBe('1211');
  });

  test('is not interrupted by a knock in the other channel', () => {
    const knock: Said = [...visit, ['patient', 1.5, 1.6]];
    expect(speakers(turnsIn([0.2, 0], [0, 1], knock))).toBe('1212');
  });

  test('is found where the other channel is muted for a while', () => {
    const turns = turnsAt([5, 8000, 0], [0.5, 40, 40], [2, 8000, 800], [3, 800, 8000], [1, 40, 40]);
    expect(speakers(turns)).toBe('12');
  });

  test('is the same in pieces that end anywhere', () => {
    const sound = Int16Array.from(voice(visit, 'doctor'), (sample) => 32_767 * sample);
    const other = Int16Array.from(voice(visit, 'patient'), (sample) => 32_767 * sample);
    const meter = channelMeter();
    for (let at = 0, size = 1; at < sound.length; at += size, size = (size * 7) % 9973)
      meter.add([sound.subarray(at, at + size), other.subarray(at, at + size)]);
    expect(meter.turns()).toEqual(turnsIn([1, 0], [0, 1], visit, [0, 0]));
  });
});

describe('channels do not tell who speaks', () => {
  test.each<[string, Shares, Shares, Shares?]>([
    ['in a stereo recording of a room', [1, 0.8], [0.85, 1]],
    ['where one has twice the level', [1, 1], [0.5, 0.5]],
    ['where both are the same', [1, 1], [1, 1], [0, 0]],
    ['where they cancel each other out', [1, 1], [-1, -1]],
    ['where one is dead', [1, 1], [0, 0], [0.001, 0]],
    ['where one is dead and hisses', [1, 1], [0, 0], [0.001, 0.02]],
    ['where one is dead and hears a little of the other', [1, 1], [0.03, 0.03]],
    ['where both are silent', [0, 0], [0, 0], [0, 0]],
  ])('%s', (_, left, right, noise) => expect(turnsIn(left, right, visit, noise)).toBeUndefined());

  test('where only one person speaks', () => {
    const alone: Said = [['doctor', 0.5, 12]];
    expect(turnsIn([1, 0], [0.2, 0], alone)).toBeUndefined();
    expect(turnsIn([1, 0], [0, 0], alone)).toBeUndefined();
  });

  test('where the other says less than a second', () => {
    const short: Said = [
      ['doctor', 0.5, 11],
      ['patient', 11.5, 12.2],
    ];
    expect(turnsIn([1, 0], [0, 1], short)).toBeUndefined();
  });

  test('where one is dead and hums, though it is loud for a moment', () => {
    expect(turnsAt([4, 10_000, 2000], [6, 300, 2000], [1.5, 1, 12_000], [1.5, 1, 2000])).toBeUndefined();
  });

  test('where a person walks about before two microphones', () => {
    const sound = voice([['doctor', 0, seconds]], 'doctor');
    const at = (place: number) => Math.sin((place / sampleRate) * 0.5);
    const meter = channelMeter();
    meter.add([
      Int16Array.from(sound, (sample, place) => 20_000 * sample * 2 ** at(place)),
      Int16Array.from(sound, (sample, place) => 20_000 * sample * 2 ** -at(place)),
    ]);
    expect(meter.turns()).toBeUndefined();
  });

  test('in a recording without sound', () => expect(channelMeter().turns()).toBeUndefined());
});
