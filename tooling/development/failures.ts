/** How developers see a mistake in the sources, in place of the page: cause, file, line and the lines around it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { ErrorPayload, ViteDevServer } from 'vite';
import { inlineJson } from '../../shared/contracts/inline-json.ts';
import { LatePage, type Renderer, type Rendering } from '../../shell/server/rendering/renderer.ts';
import type { RenderedPage } from '../../shell/src/entry-server.tsx';
import { repositoryRoot } from '../workspace/root.ts';

/** In the form of Vite's own overlay. */
export type BuildFailure = ErrorPayload['err'];

/** How often a page that waits for the server, or for a mistake to be fixed, looks, in milliseconds. */
export const LOOK_MS = 700;
/** Lines of code before the one that failed, and after it. */
const CONTEXT_LINES = 3;

/** What Vite's errors carry beyond JavaScript's. */
interface ViteError extends Error {
  id?: string;
  frame?: string;
  loc?: { file?: string; line: number; column: number };
  plugin?: string;
  /** For a file that does not compile: all that is wrong with it, and where. Columns count from 0. */
  errors?: { message: string; loc?: { file: string; line: number; column: number } }[];
}

/**
 * @param error may be wrapped by others; the innermost one is the cause
 * @param servers whose code it may come from, likeliest first: errors name lines of the code that they made
 */
export function failureOf(error: unknown, servers: readonly ViteDevServer[]): BuildFailure {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (!(cause instanceof Error))
    return { message: `Something other than an error was thrown: ${String(cause)}`, stack: '' };
  const { id, frame, plugin, errors = [] } = cause as ViteError;
  const loc = (cause as ViteError).loc ?? placeOfFirst(errors);
  const message = stripVTControlCharacters(loc && errors.length > 0 ? headlinesOf(errors) : cause.message);
  const stack = inSourceLines(stripVTControlCharacters(cause.stack ?? ''), servers);
  // What a build step refuses without a line: its stack leads to the step.
  const isRefused = plugin !== undefined && id !== undefined && !loc;
  const place = loc
    ? { file: loc.file ?? id, ...loc }
    : isRefused
      ? undefined
      : (placeIn(stack) ?? placeOfImport(message));
  const file = (isRefused ? id : place?.file)?.split('?', 1)[0];
  const lines = (frame && stripVTControlCharacters(frame)) || (place && file ? frameOf(file, place.line) : undefined);
  return {
    message: `${cause.name}: ${message}`,
    stack: ownLines(stack),
    ...(file && { id: file }),
    ...(lines && { frame: lines }),
    ...(place && file && { loc: { file, line: place.line, column: place.column } }),
    ...(plugin && { plugin }),
  };
}

/** The same as text, for a terminal. */
export function failureText({ message, id, loc, frame }: BuildFailure): string {
  const file = loc?.file ?? id;
  const line = loc ? `:${loc.line}:${loc.column}` : '';
  const place = file ? `\n${path.relative(repositoryRoot, file)}${line}` : '';
  return `${message}${place}${frame ? `\n${frame}` : ''}`;
}

function placeOfFirst(errors: NonNullable<ViteError['errors']>): Place | undefined {
  const loc = errors.find((error) => error.loc)?.loc;
  return loc && { ...loc, column: loc.column + 1 };
}

/** First lines alone: the source lines that are drawn below each are in the frame already. */
function headlinesOf(errors: NonNullable<ViteError['errors']>): string {
  return errors.map(({ message }) => message.split('\n', 1)[0]).join('\n');
}

/** Each line is known to the server that loaded the file; the first that knows it is asked. */
function inSourceLines(stack: string, servers: readonly ViteDevServer[]): string {
  const rewritten = (line: string): string => {
    for (const server of servers) {
      const read = server.ssrRewriteStacktrace(line);
      if (read !== line) return read;
    }
    return line;
  };
  return stack.split('\n').map(rewritten).join('\n');
}

/** Vite's messages about an import that leads nowhere, to a file and to a package: they do not name the line. */
const NOWHERE = [
  /Failed to load url (\S+) .* in (\/.+?)\. Does the file exist/,
  /Cannot find module '(.+?)' imported from '(\/.+?)'/,
];

function placeOfImport(message: string): Place | undefined {
  const [, specifier, file] = NOWHERE.map((form) => form.exec(message)).find(Boolean) ?? [];
  if (specifier === undefined || file === undefined) return undefined;
  const lines = linesOf(file) ?? [];
  const line = lines.findIndex((text) => text.includes(specifier)) + 1;
  return line === 0 ? undefined : { file, line, column: lines[line - 1]!.indexOf(specifier) + 1 };
}

interface Place {
  file: string;
  line: number;
  column: number;
}

/** Where in the sources a stack begins: what is above it is a package that they called. */
function placeIn(stack: string): Place | undefined {
  for (const line of stack.split('\n')) {
    const place = placeOfCall(line);
    if (place && isSource(place.file)) return place;
  }
  return undefined;
}

/** A line of a stack ends with `path:line:column`, in brackets after a function's name. Folders may have spaces. */
function placeOfCall(line: string): Place | undefined {
  const [, where, number, column] = /^\s+at (?:.*?[ (])??((?:file:\/\/)?\/.+?):(\d+):(\d+)\)?$/.exec(line) ?? [];
  if (where === undefined) return undefined;
  const file = where.startsWith('file:') ? fileURLToPath(where) : where;
  return { file, line: Number(number), column: Number(column) };
}

const isSource = (file: string): boolean => file.startsWith(repositoryRoot) && !file.includes('/node_modules/');

function ownLines(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => !/^\s+at /.test(line) || isSource(placeOfCall(line)?.file ?? ''))
    .join('\n');
}

function frameOf(file: string, line: number): string | undefined {
  const from = Math.max(0, line - 1 - CONTEXT_LINES);
  return linesOf(file)
    ?.slice(from, line + CONTEXT_LINES)
    .map((code, index) => {
      const number = from + index + 1;
      return `${number === line ? '>' : ' '} ${String(number).padStart(4)} | ${code}`;
    })
    .join('\n');
}

function linesOf(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** Pages that show a failure, as complete documents. */
const failedPages = new WeakSet<RenderedPage>();

export const isFailedPage = (page: RenderedPage): boolean => failedPages.has(page);

/**
 * A renderer whose pages show what went wrong in them, where production would look for another release.
 * @param check throws what is wrong with a page before it is rendered
 */
export function showingFailures(
  renderer: Renderer,
  { servers, check }: { servers: (name: string) => readonly ViteDevServer[]; check: (pathname: string) => void },
): Renderer {
  let told = '';
  return {
    ...renderer,
    async render(named, job): Promise<Rendering> {
      try {
        check(job.url.pathname);
        const rendering = await renderer.render(named, job);
        told = '';
        return rendering;
      } catch (error) {
        const failure = failureOf(error instanceof LatePage ? lateError(job.url.pathname) : error, servers(named.name));
        const text = `${named.name}: ${failureText(failure)}`;
        // The page keeps asking until it is fixed.
        if (text !== told) console.error(text);
        told = text;
        return failedPage(named.name, failure);
      }
    },
  };
}

function lateError(pathname: string): Error {
  return Object.assign(new Error(`${pathname} did not answer in time: it waits for something that does not come.`), {
    stack: '',
  });
}

function failedPage(remote: string, failure: BuildFailure): RenderedPage {
  const words = failureText(failure).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // The text is for browsers without script; Vite's overlay covers it.
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${remote} failed</title></head>
<body>
<h1>${remote} failed</h1>
<pre>${words}</pre>
<script type="module">
import { ErrorOverlay } from '/@vite/client';
document.body.append(new ErrorOverlay(${inlineJson(failure)}));
const look = () => fetch(location.href).then(({ status }) => (status === 500 ? again() : location.reload()), again);
const again = () => setTimeout(look, ${LOOK_MS});
again();
</script>
</body>
</html>`;
  const page = {
    status: 500,
    html,
    styles: '',
    laterRules: null,
    hydration: '{}',
    routeIds: [],
    layout: null,
    isSecret: true,
  };
  failedPages.add(page);
  return page;
}
