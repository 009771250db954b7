/** What Whisper writes where there is next to nothing to hear: it has learnt it from the ends of videos. Letters only. */
const learnt = new Set(
  [
    'thank you',
    'thank you very much',
    'thank you so much',
    'thanks',
    'thank you for watching',
    'thanks for watching',
    'thank you for listening',
    'thanks for listening',
    'please subscribe',
    'please subscribe to my channel',
    'like and subscribe',
    'see you next time',
    'see you in the next video',
    'bye',
    'bye bye',
    'you',
    'okay',
    'so',
    'the end',
    'to be continued',
    'subtitles by the amara org community',
    'untertitel der amara org community',
    'untertitelung des zdf 2020',
    'vielen dank',
    'vielen dank fürs zuschauen',
    'sous titres réalisés par la communauté d amara org',
    'sous titres réalisés para la communauté d amara org',
    'merci',
    'merci d avoir regardé cette vidéo',
    'subtítulos realizados por la comunidad de amara org',
    'gracias',
    'gracias por ver el video',
    'gracias por ver',
    'sottotitoli creati dalla comunità amara org',
    'grazie',
    'legendas pela comunidade amara org',
    'obrigado',
    'ご視聴ありがとうございました',
    '谢谢观看',
  ].map(bare),
);

/** Whether a text is one of those; said aloud, each may be meant. */
export function isLearntClosing(text: string): boolean {
  return learnt.has(bare(text));
}

function bare(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
