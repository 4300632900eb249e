/**
 * Checks by its bytes whether a file is what a CV may be: a PDF or a Word document (DOCX). A file is refused if it
 * could also be read as something else, unpacks to more than a document would, or runs something when it is opened.
 * Reading a hostile file keeps a thread busy for a second or more, so the API goes through `cv-thread.ts`.
 */
import { fileTypeFromBuffer } from 'file-type';
import { CV_FIELD } from 'shared/contracts/careers';
import { CV_WRONG_TYPE } from 'shared/rules/careers/cv';
import { CV_ENTRIES_MAX, CV_UNPACKED_MAX_BYTES } from 'shared/rules/limits';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { pdfContents } from './pdf.ts';
import { fieldsRefused, type ProblemError } from '../../problem.ts';
import { bringsMore, isTable } from './word-document.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PDF = 'application/pdf';

const PDF_HEAD = Buffer.from('%PDF-');
const PDF_END = Buffer.from('%%EOF');
/** PDF readers look for the head and the end within this many bytes of the file's. */
const PDF_MARGIN_BYTES = 1024;
const ZIP_HEAD = Buffer.from('PK\u0003\u0004', 'latin1');
const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_MAX_BYTES = 0xffff;

/** Word saves a document with a password as a file of the old kind, with this inside. */
const OLE_HEAD = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Every Word document has these. */
const DOCX_PARTS = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml'];

/** What the reader of a file should know before opening it. */
export type Doubt = 'unseen' | 'attachments';

const MORE_THAN_TEXT =
  'This Word document contains more than text and pictures: a macro, an embedded file, or something loaded from elsewhere. Save it as a PDF, then choose that.';
/** Largest table of a document: types of its parts, and relationships of one. */
const TABLE_MAX_BYTES = 1024 * 1024;

/** A file of a known kind. */
export interface KnownFile {
  mediaType: typeof PDF | typeof DOCX;
  ending: 'pdf' | 'docx';
  doubts: Doubt[];
}

/** @throws ProblemError with what is wrong with the field `cv` */
export async function inspectCv(bytes: Buffer): Promise<KnownFile> {
  if (bytes.subarray(0, PDF_HEAD.length).equals(PDF_HEAD)) {
    if (!isPdf(bytes)) throw refused('This PDF is damaged. Save it again, then choose it again.');
    const { runs, attachments, unseen } = await pdfContents(bytes);
    if (runs)
      throw refused(
        'This PDF contains a script, a form or media that runs when it is opened. Print it to a new PDF, then choose that.',
      );
    return {
      mediaType: PDF,
      ending: 'pdf',
      doubts: [...(unseen ? ['unseen' as const] : []), ...(attachments ? ['attachments' as const] : [])],
    };
  }
  if (bytes.subarray(0, OLE_HEAD.length).equals(OLE_HEAD) && bytes.includes(ENCRYPTED)) {
    throw refused('This Word document has a password. Save it without one, then choose it again.');
  }
  if (!bytes.subarray(0, ZIP_HEAD.length).equals(ZIP_HEAD) || bytes.subarray(0, PDF_MARGIN_BYTES).includes(PDF_HEAD))
    throw refused(CV_WRONG_TYPE);
  await checkDocx(bytes);
  if ((await fileTypeFromBuffer(bytes))?.mime !== DOCX) throw refused(CV_WRONG_TYPE);
  return { mediaType: DOCX, ending: 'docx', doubts: [] };
}

/** Complete, and nothing is hidden behind its end. */
function isPdf(bytes: Buffer): boolean {
  const tail = bytes.subarray(-PDF_MARGIN_BYTES);
  const end = tail.lastIndexOf(PDF_END);
  const rest = tail.subarray(end + PDF_END.length);
  return end >= 0 && tail.includes('startxref') && /^[\s\0]*$/.test(rest.toString('latin1')) && !endsAsZip(bytes);
}

/** Whether a reader of ZIP files, which begins at the end, would find one here. */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-(ZIP_END_BYTES + ZIP_COMMENT_MAX_BYTES));
  for (let at = tail.indexOf(ZIP_END); at >= 0; at = tail.indexOf(ZIP_END, at + 1)) {
    if (
      at + ZIP_END_BYTES <= tail.length &&
      at + ZIP_END_BYTES + tail.readUInt16LE(at + ZIP_END_BYTES - 2) === tail.length
    )
      return true;
  }
  return false;
}

async function checkDocx(bytes: Buffer): Promise<void> {
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  } catch {
    throw refused(CV_WRONG_TYPE);
  }
  if (zip.entryCount > CV_ENTRIES_MAX) throw tooMuchInside();
  if (zip.comment !== '') throw refused(CV_WRONG_TYPE);
  const names = new Set<string>();
  let declared = 0;
  let unpacked = 0;
  let begin = Infinity;
  try {
    for await (const entry of zip.eachEntry()) {
      // To Word, names that differ in their case are the same.
      if (names.has(entry.fileName.toLowerCase()) || !isPlain(entry)) throw refused(CV_WRONG_TYPE);
      names.add(entry.fileName.toLowerCase());
      begin = Math.min(begin, entry.relativeOffsetOfLocalHeader);
      // Adding up what the file declares costs nothing; what is actually unpacked is counted nevertheless.
      declared += entry.uncompressedSize;
      if (declared > CV_UNPACKED_MAX_BYTES) throw tooMuchInside();
      const table: Buffer[] = [];
      let size = 0;
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        unpacked += chunk.length;
        if (unpacked > CV_UNPACKED_MAX_BYTES) throw tooMuchInside();
        if (!isTable(entry.fileName)) continue;
        size += chunk.length;
        if (size > TABLE_MAX_BYTES) throw tooMuchInside();
        table.push(chunk);
      }
      if (table.length > 0 && bringsMore(Buffer.concat(table))) throw refused(MORE_THAN_TEXT);
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'ProblemError'
      ? error
      : refused('This Word document is damaged. Save it again, then choose it again.');
  }
  if (begin !== 0 || !DOCX_PARTS.every((part) => names.has(part.toLowerCase()))) throw refused(CV_WRONG_TYPE);
}

/** Readable by everyone, with a name that stays in its place. */
function isPlain(entry: Entry): boolean {
  return !entry.isEncrypted() && !entry.fileName.includes('\0');
}

export function refused(message: string): ProblemError {
  return fieldsRefused([{ field: CV_FIELD, message }]);
}

function tooMuchInside(): ProblemError {
  return refused('This Word document unpacks to far more than a CV should. Save it as a PDF, then choose that.');
}
