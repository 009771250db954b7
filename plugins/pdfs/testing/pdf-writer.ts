/** Text on a page, in points from the lower left corner. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Default 12. */
  readonly size?: number;
}

/** A greyscale image that fills its page. */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel, unless compressed. */
  readonly grey: Uint8Array | Packed;
  /** Bits per pixel if compressed; default 8. */
  readonly bits?: 1 | 8;
}

export interface PageParts {
  readonly text?: readonly PlacedText[];
  readonly picture?: PagePicture;
  /** Form fields with values. */
  readonly fields?: readonly { readonly value: string; readonly rect: readonly [number, number, number, number] }[];
  /** In points; default A4. */
  readonly size?: readonly [number, number];
  /** Rotation for display, in degrees. */
  readonly turned?: 0 | 90 | 180 | 270;
  /** Content stream operators, drawn last. */
  readonly content?: string;
  /** The compressed content of the page; nothing else is drawn. */
  readonly packed?: Packed;
  /** Form XObjects, drawn by name (`/X0 Do`) on the page and in each other. */
  readonly forms?: readonly string[];
  /** Further entries of its dictionary. */
  readonly entries?: string;
}

/** Bytes and the filters that encoded them: `/FlateDecode`. */
export interface Packed {
  readonly filter: string;
  /** Further entries of its dictionary. */
  readonly entries?: string;
  readonly bytes: Uint8Array;
}

export interface DocumentParts {
  readonly title?: string;
  /** Run when the file is opened, by readers that run scripts. */
  readonly script?: string;
  /** Encrypts the file with an unknown password. */
  readonly encrypted?: boolean;
  /** Page count in the file; default: the actual count. */
  readonly pageCount?: number;
}

type Body = string | readonly [dictionary: string, stream: Uint8Array];

/** Writes a PDF 1.7 file. Every page uses Helvetica in WinAnsi encoding. */
export function pdfOf(pages: readonly PageParts[], document: DocumentParts = {}): Uint8Array<ArrayBuffer> {
  const objects: Body[] = [];
  const add = (body: Body): string => `${objects.push(body)} 0 R`;

  const catalog = add('');
  const tree = add('');
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const fields: string[] = [];

  function addPage(parts: PageParts): string {
    const [width, height] = parts.size ?? [595, 842];
    const resources = add('');
    const forms = (parts.forms ?? []).map((form, index) => {
      const dictionary = `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources ${resources}`;
      return `/X${index} ${add([dictionary, latin1(form)])}`;
    });
    const picture = parts.picture === undefined ? '' : `/Im ${add(pictureObject(parts.picture))}`;
    objects[Number.parseInt(resources, 10) - 1] =
      `<< /Font << /F ${font} >> /XObject << ${picture} ${forms.join(' ')} >> >>`;
    const own = (parts.fields ?? []).map(({ value, rect }, index) =>
      add(fieldObject(`f${fields.length + index}`, value, rect)),
    );
    fields.push(...own);
    const content = add(
      parts.packed === undefined ? ['', latin1(contentOf(parts, width, height))] : unpacked('', parts.packed),
    );
    return add(
      `<< /Type /Page /Parent ${tree} /MediaBox [0 0 ${width} ${height}] /Rotate ${parts.turned ?? 0} /Contents ${content} ` +
        `/Resources ${resources} /Annots [${own.join(' ')}] ${parts.entries ?? ''} >>`,
    );
  }

  const kids = pages.map(addPage);
  objects[1] = `<< /Type /Pages /Count ${document.pageCount ?? pages.length} /Kids [${kids.join(' ')}] >>`;
  const script =
    document.script === undefined ? '' : `/OpenAction << /S /JavaScript /JS ${literal(document.script)} >>`;
  objects[0] = `<< /Type /Catalog /Pages ${tree} ${script} /AcroForm << /Fields [${fields.join(' ')}] >> >>`;
  const info = add(`<< /Title ${literal(document.title ?? '')} >>`);
  const encrypt = document.encrypted === true ? `/Encrypt ${add(encryption())}` : '';
  return file(objects, `/Root ${catalog} /Info ${info} ${encrypt} /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`);
}

/** A page with lines of twelve points from the top. */
export function page(...lines: readonly string[]): PageParts {
  return { text: lines.map((text, index) => ({ text, x: 72, y: 770 - 15 * index })) };
}

function contentOf({ text = [], picture, content = '' }: PageParts, width: number, height: number): string {
  return [
    ...(picture === undefined ? [] : [`q ${width} 0 0 ${height} 0 0 cm /Im Do Q`]),
    ...text.map((piece) => `BT /F ${piece.size ?? 12} Tf ${piece.x} ${piece.y} Td ${literal(piece.text)} Tj ET`),
    content,
  ].join('\n');
}

function pictureObject({ width, height, grey, bits = 8 }: PagePicture): Body {
  const dictionary = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent ${bits}`;
  return grey instanceof Uint8Array ? [dictionary, grey] : unpacked(dictionary, grey);
}

function unpacked(dictionary: string, { filter, entries = '', bytes }: Packed): Body {
  return [`${dictionary} /Filter [${filter}] ${entries}`, bytes];
}

function fieldObject(name: string, value: string, rect: readonly number[]): Body {
  return `<< /Type /Annot /Subtype /Widget /FT /Tx /T ${literal(name)} /V ${literal(value)} /Rect [${rect.join(' ')}] /F 4 >>`;
}

/** The standard 40-bit security handler, with check values that no password matches. */
function encryption(): string {
  return `<< /Filter /Standard /V 1 /R 2 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> /P -4 >>`;
}

function literal(text: string): string {
  return `(${text.replace(/[\\()]/g, '\\$&')})`;
}

function file(objects: readonly Body[], trailer: string): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [latin1('%PDF-1.7\n')];
  const places = [];
  let length = 9;
  const write = (piece: Uint8Array): void => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const [index, body] of objects.entries()) {
    places.push(length);
    write(latin1(`${index + 1} 0 obj\n`));
    if (typeof body === 'string') write(latin1(body));
    else {
      const [dictionary, stream] = body;
      write(latin1(`<< ${dictionary} /Length ${stream.length} >>\nstream\n`));
      write(stream);
      write(latin1('\nendstream'));
    }
    write(latin1('\nendobj\n'));
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([...pieces, latin1(end)]));
}

function latin1(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
