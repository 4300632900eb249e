/**
 * What a Word document (DOCX) contains besides text and images, according to its own tables: the types of its parts,
 * and what its parts relate to (Open Packaging Conventions, ECMA-376 part 2).
 */
import { Parser } from 'htmlparser2';

/** Types of parts that run, or hold another program's file. */
const RUNNING_TYPES = /macroenabled|vbaproject|vbadata|activex|oleobject|\bhtml\b|\brtf\b|message\/rfc822/i;

/** The last words of relationships to such parts. */
const RUNNING_RELATIONS = new Set([
  'vbaproject',
  'wordvbadata',
  'control',
  'activexcontrolbinary',
  'oleobject',
  'package',
  'afchunk',
  'subdocument',
]);

/** A template on the author's own disk; most documents name one. It must not be on another machine. */
const OWN_TEMPLATE = /^(?:file:\/\/(?:localhost)?\/)?(?:[a-z]:[\\/])?(?![\\/])[^:]*$/i;

/** Whether a part is one of the tables that {@link bringsMore} reads. @param name as in the file */
export function isTable(name: string): boolean {
  return name === '[Content_Types].xml' || name.toLowerCase().endsWith('.rels');
}

/**
 * Whether a table names something that runs, another program's file, or something loaded from elsewhere (not links).
 * @throws Error for anything but XML as Word writes it
 */
export function bringsMore(table: Buffer): boolean {
  let more = false;
  const xml = new TextDecoder('utf-8', { fatal: true }).decode(table);
  const [declaration = ''] = /^\s*<\?xml[^>]*/i.exec(xml) ?? [];
  if (/encoding\s*=\s*["'](?!utf-8["'])/i.test(declaration) || xml.includes('\0')) throw new Error('not UTF-8');
  const parser = new Parser(
    {
      onopentag: (name, { ContentType = '', Type = '', Target = '', TargetMode = '' }) => {
        if (name.split(':').at(-1) === 'Relationship')
          more ||= isDangerous(Type.split('/').at(-1)!.toLowerCase(), Target, TargetMode.toLowerCase() === 'external');
        else more ||= RUNNING_TYPES.test(ContentType);
      },
      onprocessinginstruction: (name) => {
        // A document type may define what the text itself does not show, such as entities.
        if (name.toLowerCase() === '!doctype') throw new Error('a document type');
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return more;
}

function isDangerous(relation: string, target: string, isExternal: boolean): boolean {
  if (RUNNING_RELATIONS.has(relation)) return true;
  if (!isExternal || relation === 'hyperlink') return false;
  return relation !== 'attachedtemplate' || !OWN_TEMPLATE.test(decoded(target));
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
