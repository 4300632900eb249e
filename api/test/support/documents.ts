/** Files for upload tests, made byte by byte. */
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** A small PDF that viewers open. @param extra bytes within the file, to make it as large as need be */
export function pdf(extra = 0): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    ...pages,
    `<</Length ${extra}>>\nstream\n${'x'.repeat(extra)}\nendstream`,
  ]);
}

/** The objects 2 and 3. */
const pages = ['<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>'];

/** A PDF with more in its catalog. @param more entries, as `/OpenAction 4 0 R` @param objects numbered from 4 on */
export function pdfWith(more: string, objects: string[] = [], trailer = ''): Buffer {
  return pdfOf([`<</Type/Catalog/Pages 2 0 R${more}>>`, ...pages, ...objects], trailer);
}

function pdfOf(objects: string[], more = ''): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<</Size ${count}/Root 1 0 R${more}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/**
 * The same as word processors write it today: objects in one compressed stream, the table of their places in another.
 * @param packing what the object stream's dictionary says of its compression, the compression, and how it says where
 * the objects begin, how many there are, and where each of them is
 */
export function packedPdf(
  more: string,
  objects: string[] = [],
  {
    says = '/Filter/FlateDecode',
    pack = (text: string): Buffer => deflateSync(text),
    first,
    count,
    offset = String,
  }: {
    says?: string;
    pack?: (text: string) => Buffer;
    first?: string;
    count?: string;
    offset?: (at: number) => string;
  } = {},
): Buffer {
  const all = [`<</Type/Catalog/Pages 2 0 R${more}>>`, ...pages, ...objects];
  let at = 0;
  const places = all.map((object) => offset((at += object.length + 1) - object.length - 1));
  const head = `${places.map((place, index) => `${index + 1} ${place}`).join(' ')} `;
  const packed = pack(head + all.join('\n'));
  const size = all.length + 3;
  const begin = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n';
  const stream = `${size - 2} 0 obj\n<</Type/ObjStm/N ${count ?? all.length}/First ${first ?? head.length}/Length ${packed.length}${says}>>stream\n${packed.toString('latin1')}\nendstream\nendobj\n`;
  const tableAt = begin.length + stream.length;
  // Type, place or stream, generation or index: 1 + 4 + 1 bytes, each row as its difference from the row before.
  const rows = [[0, 0, 255], ...all.map((_, index) => [2, size - 2, index]), [1, begin.length, 0], [1, tableAt, 0]].map(
    ([type = 0, place = 0, index = 0]) => {
      const row = Buffer.alloc(6);
      row[0] = type;
      row.writeUInt32BE(place, 1);
      row[5] = index;
      return row;
    },
  );
  const table = deflateSync(
    Buffer.concat(
      rows.map((row, n) => Buffer.from([2, ...row.map((byte, column) => byte - (rows[n - 1]?.[column] ?? 0))])),
    ),
  );
  const last = `${size - 1} 0 obj\n<</Type/XRef/Size ${size}/W[1 4 1]/Root 1 0 R/Length ${table.length}/Filter/FlateDecode/DecodeParms<</Columns 6/Predictor 12>>>>stream\n${table.toString('latin1')}\nendstream\nendobj\n`;
  return Buffer.from(`${begin}${stream}${last}startxref\n${tableAt}\n%%EOF\n`, 'latin1');
}

export interface ZipEntry {
  name: string;
  content: Buffer | string;
  /** The unpacked size that the entry declares; by default the true one. */
  declared?: number;
}

/** A ZIP file, compressed. */
export function zip(entries: ZipEntry[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declared } of entries) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    // Looks for runs alone: 400 MB of zeros become as small as by the usual way, in a ninth of its time.
    const packed = deflateRawSync(bytes, { strategy: constants.Z_RLE });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 0]), fields, place, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...locals, list, Buffer.from('PK\u0005\u0006', 'latin1'), end, Buffer.from(comment)]);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

interface Relation {
  /** The last word of its type, or the whole. */
  type: string;
  target: string;
  external?: boolean;
}

/** A table of relationships. */
export function relations(list: Relation[]): string {
  const lines = list.map(
    ({ type, target, external }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${type.includes('/') ? type : `${OFFICE}/${type}`}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`;
}

/** The table of a document's types. @param more lines besides the usual ones @param main type of the text */
export function contentTypes(more = '', main = `${WORD}.document.main+xml`): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${main}"/><Override PartName="/word/settings.xml" ContentType="${WORD}.settings+xml"/>${more}</Types>`;
}

/** The parts of a Word document as Word writes them: with a link, an image, and the template that it was made from. */
export const docxParts = (text = 'Ada Obi'): ZipEntry[] => [
  { name: '[Content_Types].xml', content: contentTypes() },
  { name: '_rels/.rels', content: relations([{ type: 'officeDocument', target: 'word/document.xml' }]) },
  {
    name: 'word/_rels/document.xml.rels',
    content: relations([
      { type: 'settings', target: 'settings.xml' },
      { type: 'image', target: 'media/image1.png' },
      { type: 'hyperlink', target: 'https://www.linkedin.com/in/ada-obi', external: true },
      { type: 'hyperlink', target: 'mailto:ada@example.com', external: true },
    ]),
  },
  {
    name: 'word/_rels/settings.xml.rels',
    content: relations([
      {
        type: 'attachedTemplate',
        target: 'file:///C:\\Users\\Ada%20Obi\\AppData\\Roaming\\Microsoft\\Templates\\Resume.dotx',
        external: true,
      },
    ]),
  },
  {
    name: 'word/settings.xml',
    content:
      '<?xml version="1.0"?><w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
  },
  {
    name: 'word/media/image1.png',
    content: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      'base64',
    ),
  },
  {
    name: 'word/document.xml',
    content: `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  },
];

/** @param more entries besides those that every document has, or in place of the one with the same name */
export function docx(more: ZipEntry[] = []): Buffer {
  const kept = docxParts().filter(({ name }) => !more.some((entry) => entry.name === name));
  return zip([...kept, ...more]);
}
