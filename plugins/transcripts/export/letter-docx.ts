import { AlignmentType, BorderStyle, Document, Footer, Packer, PageNumber, Paragraph, Tab, TextRun } from 'docx';
import { isRightToLeft, type Letter } from './letter.ts';

/** Distances and sizes of Word: a twentieth of a point, and half a point. */
const [twips, halfPoints] = [20, 2];
const grey = '595959';

interface Look {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  /** Before the line, in points. */
  readonly before?: number;
  readonly rule?: boolean;
  readonly staysWithNext?: boolean;
}

/** Sets a letter as a Word file. The reader's fonts show it; none is embedded. */
export async function docxOf({ language, head, title, draft, about, chapters, closing }: Letter): Promise<Uint8Array> {
  const aboutLines = about.map(
    ([label, text]) =>
      new Paragraph({
        tabStops: [{ type: 'left', position: 110 * twips }],
        indent: { left: 110 * twips, hanging: 110 * twips },
        children: [new TextRun({ children: [label, new Tab()], color: grey }), run(text, {})],
      }),
  );
  const number = { children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES], size: 8.5 * halfPoints, color: grey };
  const footer = new Paragraph({ alignment: AlignmentType.RIGHT, children: [new TextRun(number)] });
  const document = new Document({
    title,
    creator: 'Chronoscribe',
    styles: {
      default: { document: { run: { font: 'Arial', size: 10.5 * halfPoints, language: { value: language } } } },
    },
    sections: [
      {
        properties: { page: { margin: { top: 1134, bottom: 1134, left: 1304, right: 1304 } } },
        footers: { default: new Footer({ children: [footer] }) },
        children: [
          ...head.map((text, index) => line(text, { bold: index === 0, rule: index === head.length - 1 })),
          line(draft === null ? title : `${title} – ${draft}`, { size: 16, bold: true, before: 18 }),
          ...aboutLines,
          ...chapters.flatMap((chapter) => [
            line(chapter.title, { size: 11.5, bold: true, before: 14, staysWithNext: true }),
            ...chapter.lines.map((text) => line(text, { before: 3 })),
          ]),
          ...closing.map((text, index) =>
            line(text, {
              size: 9,
              color: grey,
              before: index === 0 ? 24 : 2,
              staysWithNext: index < closing.length - 1,
            }),
          ),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

function line(text: string, { before = 0, rule = false, staysWithNext = false, ...look }: Look): Paragraph {
  return new Paragraph({
    bidirectional: isRightToLeft(text),
    keepNext: staysWithNext,
    spacing: { before: before * twips, line: 276 },
    ...(rule && { border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 6, color: '808080' } } }),
    children: [run(text, look)],
  });
}

function run(text: string, { size, ...look }: Pick<Look, 'size' | 'bold' | 'color'>): TextRun {
  return new TextRun({
    text,
    rightToLeft: isRightToLeft(text),
    ...(size !== undefined && { size: size * halfPoints }),
    ...look,
  });
}
