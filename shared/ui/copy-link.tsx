import { useEffect, useRef, type Ref } from 'react';
import { styled } from 'styled-components';
import { Banner } from './banner.tsx';
import { Field } from './field.tsx';
import { Toast } from './toast.tsx';

export type CopyResult = 'copied' | 'refused';

/** Copies a link. Browsers refuse without https, and where the visitor has not allowed it. */
export async function copyLink(link: string): Promise<CopyResult> {
  try {
    await navigator.clipboard.writeText(link);
    return 'copied';
  } catch {
    return 'refused';
  }
}

/**
 * Opens the device's own share dialog; closing it is not a failure.
 * @returns false if the browser refuses, like those within other apps, and all when the press was too long ago
 */
export async function shareByDevice(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return (error as Error).name !== 'NotAllowedError';
  }
}

const MonoField = styled(Field)`
  font-family: var(--f-mono);
  font-size: .9375rem;
`;

interface LinkFieldProps {
  label: string;
  link: string;
  ref?: Ref<HTMLInputElement>;
}

/** A link to look at and to copy: all of it is selected as soon as it has the focus. */
export function LinkField({ label, link, ref }: LinkFieldProps) {
  return (
    <MonoField ref={ref} label={label} readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
  );
}

interface CopyNoteProps {
  result: CopyResult | undefined;
  /** The link has been copied, and the visitor has been told. */
  onDone: () => void;
}

/** The result of copying. A visitor whose browser refused needs a focused {@link LinkField} beside it. */
export function CopyNote({ result, onDone }: CopyNoteProps) {
  return (
    <>
      {result === 'refused' && (
        <Banner kind="info">
          Your browser does not let this page copy the link. It is selected, so you can copy it yourself.
        </Banner>
      )}
      <Toast message={result === 'copied' ? 'Link copied.' : undefined} onDone={onDone} />
    </>
  );
}

const Rows = styled.div`
  display: grid;
  gap: 14px;
  margin-top: 18px;
`;

/** {@link CopyNote} where the page shows no link: shows the field as well. */
export function CopyNoteWithLink({ label, link, ...note }: CopyNoteProps & { label: string; link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const isRefused = note.result === 'refused';
  useEffect(() => {
    if (isRefused) field.current!.focus();
  }, [isRefused]);
  return (
    <Rows>
      {isRefused && <LinkField ref={field} label={label} link={link} />}
      <CopyNote {...note} />
    </Rows>
  );
}
