import { useEffect, useLayoutEffect, useRef, useState, type ClipboardEvent } from 'react';
import { styled } from 'styled-components';
import { IconButton } from './button.tsx';
import { FieldFrame } from './field.tsx';
import { CloseIcon, FileIcon, UploadIcon } from './icons.tsx';

const Drop = styled.div<{ $over: boolean }>`
  position: relative;
  display: grid;
  gap: 6px;
  justify-items: center;
  padding: 30px 20px;
  border: 1.5px dashed ${({ $over }) => ($over ? 'var(--text)' : 'var(--line-strong)')};
  border-radius: var(--r-card);
  background: ${({ $over }) => ($over ? 'var(--sunken)' : 'var(--surface)')};
  font-weight: 600;
  text-align: center;

  &:hover { border-color: var(--text); background: var(--sunken); }
  &:has([aria-invalid='true']) { border-color: var(--error); }
  &:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }

  input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer; }
  /* The browser's own control says which file was chosen. */
  @media (scripting: none) { input { position: static; width: auto; max-width: 100%; height: auto; opacity: 1; } }
`;

const Chosen = styled.div<{ $wrong: boolean }>`
  display: flex;
  gap: 12px;
  align-items: center;
  padding: 3px 3px 3px 16px;
  border: 1.5px solid ${({ $wrong }) => ($wrong ? 'var(--error)' : 'var(--success)')};
  border-radius: var(--r-control);
  background: var(--surface);

  p { display: flex; flex: 1; min-width: 0; white-space: pre; }
  bdi { overflow: hidden; text-overflow: ellipsis; }
`;

/** A size as people write it: `214 KB`, `1.4 MB`. */
function sizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

interface FileDropProps {
  /** Id of the input, where something links to it. */
  id?: string | undefined;
  label: string;
  /** Name of the form's field. */
  name: string;
  /** What is allowed, in words; shown below. */
  help: string;
  /** What the browser's dialog offers, e.g. `.pdf,.docx`. */
  accept: string;
  /**
   * What is wrong with a chosen file, in words, or undefined. Such a file is not taken, and the input's
   * `validationMessage` says why.
   */
  check: (file: File) => string | undefined;
  optional?: boolean | undefined;
  'aria-required'?: true | undefined;
  /** What the form or the server found wrong. */
  error?: string | undefined;
}

/**
 * A field for one file: chosen in the browser's dialog, dropped or pasted on it. The native input holds the file, so it
 * is part of the form's data with script and without, and resetting the form removes it.
 */
export function FileDrop({ id, label, name, help, accept, check, optional, error, ...field }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File>();
  const [refused, setRefused] = useState<string>();
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    // Chosen before the script had loaded, or restored by the browser when the visitor came back.
    setFile(input.current!.files?.[0]);
    const { form } = input.current!;
    const clear = () => setFile(undefined);
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, []);
  useLayoutEffect(() => {
    // The file's line takes the place of the input, which would lose the focus.
    if (file && document.activeElement === input.current) remove.current?.focus();
  }, [file]);

  function take(files: FileList) {
    const chosen = files[0];
    const problem = chosen && check(chosen);
    if (problem || !chosen) input.current!.value = '';
    else input.current!.files = files;
    // Also for the form, which sees no file.
    input.current!.setCustomValidity(problem ?? '');
    setRefused(problem);
    setFile(problem ? undefined : chosen);
    setIsOver(false);
  }

  function paste(event: ClipboardEvent) {
    const [first] = event.clipboardData.files;
    if (!first) return;
    event.preventDefault();
    // Of several only one: an input that is given more would send them all.
    const one = new DataTransfer();
    one.items.add(first);
    take(one.files);
  }

  const wrong = refused ?? error;
  return (
    <FieldFrame {...{ id, label, optional, help }} error={wrong}>
      {(control) => (
        <>
          <Drop $over={isOver} onPaste={paste} hidden={Boolean(file)}>
            <UploadIcon size={26} />
            Choose a file or drop it here
            <input
              {...control}
              ref={input}
              type="file"
              name={name}
              accept={accept}
              aria-required={field['aria-required']}
              onChange={({ currentTarget }) => take(currentTarget.files!)}
              onDragEnter={() => setIsOver(true)}
              onDragLeave={() => setIsOver(false)}
            />
          </Drop>
          {file && (
            <Chosen $wrong={wrong !== undefined}>
              <FileIcon />
              <p>
                {/* Whatever direction the name is written in, the size stays after it. */}
                <bdi>{file.name}</bdi>
                {/* In its own element, it can also be replaced where the browser has translated it. */}
                <span>{`, ${sizeText(file.size)}`}</span>
              </p>
              <IconButton
                ref={remove}
                type="button"
                aria-describedby={control['aria-describedby']}
                aria-label={`Remove ${file.name}`}
                onClick={() => {
                  input.current!.value = '';
                  setFile(undefined);
                  requestAnimationFrame(() => input.current?.focus());
                }}
              >
                <CloseIcon />
              </IconButton>
            </Chosen>
          )}
        </>
      )}
    </FieldFrame>
  );
}
