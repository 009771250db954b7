import { describe, expect, test } from 'vitest';
import { type PlacedText, page, pdfOf } from '../testing/pdf-writer.ts';
import { paragraphsOfPdf, textsOf, withPdf } from '../testing/reading.ts';

const at = (x: number, y: number, text: string, size = 12): PlacedText => ({ x, y, text, size });

describe('the text of a page', () => {
  test('starts a paragraph after a short line, a gap or a heading', async () => {
    const text = [
      at(72, 780, 'Discharge letter', 18),
      at(72, 750, 'The patient was admitted with chest pain that had begun'),
      at(72, 735, 'two days before. An electrocardiogram showed no new isch-'),
      at(72, 720, 'aemia.'),
      at(72, 705, 'Troponin was normal on two occasions, six hours apart.'),
      at(72, 670, 'No medication was changed.'),
    ];
    expect(await paragraphsOfPdf(pdfOf([{ text }]))).toEqual([
      'Discharge letter',
      'The patient was admitted with chest pain that had begun two days before. An electrocardiogram showed no new ischaemia.',
      'Troponin was normal on two occasions, six hours apart.',
      'No medication was changed.',
    ]);
  });

  test('keeps table rows together in any drawing order', async () => {
    const labels = [at(72, 700, 'Hemoglobin'), at(72, 685, 'Sodium'), at(72, 670, 'Potassium')];
    const values = [at(250, 700, '13.2 g/dL'), at(250, 685, '139 mmol/L'), at(250, 670, '4.1 mmol/L')];
    const rows = ['Hemoglobin 13.2 g/dL', 'Sodium 139 mmol/L', 'Potassium 4.1 mmol/L'];
    expect(
      await paragraphsOfPdf(pdfOf([{ text: labels.flatMap((label, row) => [label, values[row] ?? label]) }])),
    ).toEqual(rows);
    expect(await paragraphsOfPdf(pdfOf([{ text: [...labels, ...values] }]))).toEqual(rows);
  });

  test.each([
    [
      'wide',
      ['The left column begins here and goes', 'on in its own second line, and it ends', 'in a third.'],
      ['The right column follows, as a person', 'would read it, and it has three lines', 'too.'],
    ],
    [
      'narrow',
      ['The left column', 'begins here and', 'goes on for', 'three more lines.'],
      ['The right column', 'follows, as a', 'person would', 'read the page.'],
    ],
  ])('is read column by column if they are %s', async (_, left, right) => {
    const column = (x: number, lines: readonly string[]) => lines.map((line, row) => at(x, 700 - 15 * row, line));
    expect(await paragraphsOfPdf(pdfOf([{ text: [...column(50, left), ...column(320, right)] }]))).toEqual([
      left.join(' '),
      right.join(' '),
    ]);
  });

  const left = [
    'The patient was admitted with atrial',
    'fibrillation. Her furosemide was raised',
    'to 80 mg in the morning, and ramipril',
    'was stopped because of a cough.',
  ];
  const right = [
    'She must have her kidney function',
    'checked in five days by her doctor, and',
    'come back at once if she faints. She is',
    'allergic to iodine contrast.',
  ];
  const third = [
    'The heart clinic will see her in two',
    'weeks. A biopsy of the nodule was',
    'taken, and the result of that is not',
    'back yet.',
  ];
  const across = (columns: readonly (readonly string[])[], shift = 0) =>
    left.flatMap((_, row) =>
      columns.map((lines, index) => at(40 + 180 * index, 700 - 15 * row - shift * index, lines[row] ?? '', 9)),
    );

  test.each([
    ['two columns', across([left, right]), [left, right]],
    ['three columns', across([left, right, third]), [left, right, third]],
    ['columns whose lines are not level', across([left, right], 6), [left, right]],
  ])('of %s is read one after another when it is drawn across', async (_, text, columns) => {
    const title = at(40, 740, 'Discharge letter, with a title that spans all of the columns of this page', 14);
    const signature = at(40, 600, 'Signed by the ward on the fourth of May, below all of the columns of this page', 9);
    expect(await paragraphsOfPdf(pdfOf([{ text: [title, ...text, signature] }]))).toEqual([
      title.text,
      ...columns.map((lines) => lines.join(' ')),
      signature.text,
    ]);
  });

  test.each([
    [
      'capitals',
      ['Amlodipine 10 mg', 'Diclofenac 50 mg', 'Metformin 500 mg'],
      ['once daily', 'STOPPED', 'withheld until review'],
    ],
    [
      'small letters',
      ['ramipril 5 mg once daily', 'bisoprolol 2.5 mg once daily', 'diclofenac 50 mg twice daily'],
      ['stopped because of cough', 'continued as before', 'withheld until review'],
    ],
  ])('keeps the status of a medicine in its row, in %s', async (_, medicines, status) => {
    const text = medicines.flatMap((medicine, row) => [
      at(40, 700 - 15 * row, medicine),
      at(300, 700 - 15 * row, status[row] ?? ''),
    ]);
    expect(await paragraphsOfPdf(pdfOf([{ text }]))).toEqual(
      medicines.map((medicine, row) => `${medicine} ${status[row]}`),
    );
  });

  test('makes a divided word whole, however short its line is', async () => {
    const lines = [
      'The patient suffers from fibromyalgia and difficulty swallowing.',
      'Medication: amitripty-',
      'line 10 mg at night.',
    ];
    expect((await paragraphsOfPdf(pdfOf([page(...lines)]))).join(' ')).toContain(
      'Medication: amitriptyline 10 mg at night.',
    );
  });

  test.each(['Text', 'Highlight', 'StrikeOut', 'Stamp', 'Caret'])(
    'ends with what a %s annotation says',
    async (subtype) => {
      const entries = `/Annots [<< /Type /Annot /Subtype /${subtype} /Rect [400 738 422 760] /QuadPoints [400 760 422 760 400 738 422 738] /Contents (Correction: allergic to codeine) >>]`;
      expect(await paragraphsOfPdf(pdfOf([{ ...page('No known drug allergies.'), entries }]))).toEqual([
        'No known drug allergies.',
        'Correction: allergic to codeine',
      ]);
    },
  );

  test('is read from top to bottom, even if the footer is drawn first', async () => {
    const text = [at(72, 40, 'Signed by the ward'), at(72, 700, 'Seen today.'), at(72, 780, 'Report')];
    expect(await paragraphsOfPdf(pdfOf([{ text }]))).toEqual(['Report', 'Seen today.', 'Signed by the ward']);
  });

  test('contains form values beside their labels', async () => {
    const text = [at(72, 700, 'Name:'), at(300, 700, 'Date of birth:'), at(72, 670, 'Allergies:')];
    const fields = [
      { value: '1 May 1970', rect: [390, 695, 520, 712] },
      { value: 'Penicillin', rect: [140, 665, 280, 682] },
      { value: 'Jane Roe', rect: [120, 695, 280, 712] },
    ] as const;
    expect(await paragraphsOfPdf(pdfOf([{ text, fields }]))).toEqual([
      'Name: Jane Roe Date of birth: 1 May 1970',
      'Allergies: Penicillin',
    ]);
  });

  test.each([
    ['all of a line', 'Ramipril 10 mg daily', [72, 300], 'Ramipril 10 mg daily (struck out)'],
    ['its first word', 'Ramipril and amlodipine', [72, 117], 'Ramipril (struck out) and amlodipine'],
    ['nothing but the line above', 'Ramipril 10 mg daily', [72, 300, 20], 'Ramipril 10 mg daily'],
  ] as const)('says what is struck out: %s', async (_, line, [left, right, above = 0], expected) => {
    const [low, high] = [697 + above, 711 + above];
    const quad = [left, high, right, high, left, low, right, low].join(' ');
    const mark = `<< /Type /Annot /Subtype /StrikeOut /Rect [${left} ${low} ${right} ${high}] /QuadPoints [${quad}] /F 4 >>`;
    expect(await paragraphsOfPdf(pdfOf([{ text: [at(72, 700, line)], entries: `/Annots [${mark}]` }]))).toEqual([
      expected,
    ]);
  });

  test.each([90, 180, 270] as const)('is read on a page rotated by %s degrees', async (turned) => {
    const lines = ['The first of two lines that go together', 'and this is the second.'];
    expect(await paragraphsOfPdf(pdfOf([{ ...page(...lines), turned }]))).toEqual([lines.join(' ')]);
  });

  test('keeps a sentence whole whose next line begins with a short number', async () => {
    const lines = [
      'The result is still awaited on this day.',
      'It is well. She started apixaban',
      '5 mg twice a day with her meals.',
    ];
    expect(await paragraphsOfPdf(pdfOf([page(...lines)]))).toEqual([
      expect.stringContaining('apixaban 5 mg twice a day'),
    ]);
  });

  test('is read from every page of the file', async () => {
    const file = pdfOf([page('One.'), page('Two.'), page('Three.')], { title: 'Three pages' });
    await withPdf(file, async (pdf, path) => {
      expect(await pdf.open(path)).toEqual({ type: 'opened', pages: 3, title: 'Three pages' });
      expect(await textsOf(pdf, 1, 4)).toMatchObject([
        { paragraphs: [{ text: 'One.' }] },
        { paragraphs: [{ text: 'Two.' }] },
        { paragraphs: [{ text: 'Three.' }] },
        { type: 'failed' },
      ]);
    });
  });
});

describe('a page that must be read as an image', () => {
  const scan = { width: 800, height: 600, grey: new Uint8Array(480_000) };
  const logo = { width: 200, height: 100, grey: new Uint8Array(20_000) };
  const letter = page(
    'Dear colleague, thank you for sending us this patient, whom we saw today.',
    'The wound has healed, the knee bends freely, and no further visit is planned.',
  );

  test.each([
    ['has no text', { picture: logo }, true],
    ['has a stamp beside a large picture', { picture: scan, ...page('Page 3 of 5') }, true],
    ['has a short text alone', page('Page 3 of 5'), false],
    ['has a short text beside a logo', { picture: logo, ...page('Page 3 of 5') }, false],
    ['has a letter on a large picture', { picture: scan, ...letter }, false],
  ])('%s', async (_, parts, scanned) => {
    await withPdf(pdfOf([parts]), async (pdf) =>
      expect(await textsOf(pdf, 1)).toMatchObject([{ type: 'text', scanned }]),
    );
  });
});
