import { fileURLToPath } from 'node:url';
import { Document, Font, Page, renderToBuffer, Text, View } from '@react-pdf/renderer';
import { createElement as h } from 'react';
import { isRightToLeft, type Letter } from './letter.ts';

/**
 * Where the fonts are, by what they hold. Letters are taken from the first that has them. Noto's Arabic is not among them:
 * it places each dot by itself, and the renderer loses their places.
 */
const scripts = [
  ...['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'].map((script) => `noto-sans/files/noto-sans-${script}`),
  'vazirmatn/files/vazirmatn-arabic',
  'noto-sans-hebrew/files/noto-sans-hebrew-hebrew',
];
/** Has signs such as ≥ and →, and comes with the PDF reader. */
const signs = 'LiberationSans';
const families = [...scripts, signs];

for (const family of scripts) {
  register(family, (weight) => `@fontsource/${family}-${weight}-normal.woff`);
}
register(signs, (weight) => `pdfjs-dist/standard_fonts/${signs}-${weight === 700 ? 'Bold' : 'Regular'}.ttf`);
// Words are not divided.
Font.registerHyphenationCallback((word) => [word]);

const grey = '#595959';
const look = {
  // Without `lineHeight`: the renderer would then leave out the numbers of the pages.
  page: {
    fontFamily: families,
    fontSize: 10,
    paddingTop: 56,
    paddingBottom: 64,
    paddingHorizontal: 64,
  },
  head: { borderBottomWidth: 0.75, borderBottomColor: '#808080', paddingBottom: 8, marginBottom: 20 },
  title: { fontSize: 16, fontWeight: 700, marginBottom: 10 },
  draft: { fontSize: 10, fontWeight: 400, color: grey },
  about: { flexDirection: 'row' },
  label: { width: 104, color: grey },
  heading: { fontSize: 11.5, fontWeight: 700, marginTop: 14 },
  closing: {
    marginTop: 24,
    paddingTop: 8,
    borderTopWidth: 0.75,
    borderTopColor: '#808080',
    fontSize: 8.5,
    color: grey,
  },
  foot: { position: 'absolute', bottom: 28, right: 64, fontSize: 8, color: grey },
} as const;

/**
 * Sets a letter as a PDF with its fonts embedded: Noto Sans of Latin, Vietnamese, Greek, Cyrillic and Hebrew, Vazirmatn
 * of Arabic, Liberation Sans of signs. A letter of another script stands as □, and the foot says so.
 */
export async function pdfOf(given: Letter): Promise<Uint8Array> {
  const known = await knownLetters();
  let isWhole = true;
  const shown = (text: string) =>
    [...text.normalize('NFC')]
      .map((letter) => {
        if (known(letter) || /\s/.test(letter)) return letter;
        if (/\p{Default_Ignorable_Code_Point}/u.test(letter)) return '';
        isWhole = false;
        return '□';
      })
      .join('');
  const line = (text: string, style: object = {}) => {
    const direction = isRightToLeft(text) ? ({ direction: 'rtl', textAlign: 'right' } as const) : {};
    return h(Text, { style: { ...direction, ...style } }, shown(text));
  };
  const { language, head, title, draft, about, chapters, closing, lacksLetters } = given;
  const parts = [
    head.length > 0 &&
      h(View, { style: look.head }, ...head.map((text, index) => line(text, { fontWeight: index === 0 ? 700 : 400 }))),
    h(Text, { style: look.title }, title, draft && h(Text, { style: look.draft }, `   ${draft}`)),
    ...about.map(([label, text]) =>
      h(View, { style: look.about }, h(Text, { style: look.label }, label), line(text, { flex: 1, textAlign: 'left' })),
    ),
    ...chapters.flatMap((chapter) => [
      h(View, { minPresenceAhead: 40 }, line(chapter.title, look.heading)),
      ...chapter.lines.map((text) => line(text, { marginTop: 3 })),
    ]),
    h(View, { style: look.closing, wrap: false }, ...closing.map((text) => line(text))),
  ];
  const pages = ({ pageNumber, totalPages }: { readonly pageNumber: number; readonly totalPages: number }) =>
    `${isWhole ? '' : `${lacksLetters}   `}${pageNumber} / ${totalPages}`;
  const foot = h(Text, { fixed: true, style: look.foot, render: pages });
  return renderToBuffer(
    h(
      Document,
      { title, language, creator: 'Chronoscribe' },
      h(Page, { size: 'A4', style: look.page }, ...parts, foot),
    ),
  );
}

/** Whether a font has a letter. */
async function knownLetters(): Promise<(letter: string) => boolean> {
  const fonts = await Promise.all(
    families.map(async (fontFamily) => {
      await Font.load({ fontFamily, fontWeight: 400 });
      return Font.getFont({ fontFamily, fontWeight: 400 })?.data;
    }),
  );
  return (letter) =>
    fonts.some((font) => typeof font === 'object' && font?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}

function register(family: string, file: (weight: number) => string): void {
  const fonts = [400, 700].map((fontWeight) => {
    const src = fileURLToPath(import.meta.resolve(file(fontWeight)));
    return { src, fontWeight };
  });
  Font.register({ family, fonts });
}
