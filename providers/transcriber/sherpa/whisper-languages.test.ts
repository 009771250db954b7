import { describe, expect, test } from 'vitest';
import { languageTag, whisperLanguage } from './whisper.ts';

const small = { name: 'whisper-small', englishOnly: false };
const tiny = { name: 'whisper-tiny.en', englishOnly: true };

describe('a language', () => {
  test.each([
    ['de-CH', 'de'],
    ['EN', 'en'],
    ['nb-NO', 'no'],
    ['fil', 'tl'],
  ])('is named in Whisper’s way: %s', (tag, code) => {
    expect(whisperLanguage(tag, small)).toBe(code);
  });

  test('other than English is refused by an English model, and one that knows it is named', () => {
    expect(whisperLanguage('en-GB', tiny)).toBe('en');
    expect(() => whisperLanguage('de', tiny)).toThrow(
      expect.objectContaining({
        code: 'provider-unavailable',
        status: 503,
        detail: expect.stringMatching(/whisper-tiny\.en .*not de.*model: small/),
      }),
    );
  });

  test('that Whisper does not know is refused, since sherpa-onnx would end its process', () => {
    expect(() => whisperLanguage('tlh', small)).toThrow(expect.objectContaining({ code: 'provider-unavailable' }));
  });

  test('that was heard is answered as a BCP 47 tag', () => {
    expect(['de', 'jw', null].map(languageTag)).toEqual(['de', 'jv', null]);
  });
});
