import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { serverRendered } from 'shared/ui/server-rendered';

const LozengeCloth = serverRendered(async () => (await import('./auth-cloths.tsx')).LozengeCloth);
const PersonCloth = serverRendered(async () => (await import('./auth-cloths.tsx')).PersonCloth);

const Halves = styled.div`
  display: grid;
  min-height: calc(100svh - var(--header-mobile));

  @media (min-width: 1024px) {
    grid-template-columns: 1fr 1fr;
    min-height: calc(100svh - var(--header));
  }
`;

const FormHalf = styled.div`
  display: grid;
  align-content: center;
  padding: clamp(28px, 5vw, 72px) var(--gutter);
  overflow-wrap: anywhere;

  > div { width: min(100%, 460px); margin-inline: auto; }
  h1 { margin-bottom: 10px; font-size: clamp(2.25rem, 1.8rem + 2vw, 3.5rem); }
  form, [role='status'], [role='alert'] { margin-top: 28px; }
  form [role='status'], form [role='alert'], form form { margin-top: 0; }

  /* Hidden until the other half has arrived: until then it would be centred, and jump. */
  &:not(:has(+ *)) { visibility: hidden; }

  /* On a wide window, aligned with the logo: half of 1296 px, less a gutter of 72. */
  @media (min-width: 1680px) { > div { margin-left: calc(100% - 576px); } }
`;

const ClothHalf = styled.div`
  position: relative;

  /* The cloth's box sets its own position; this must win whichever rule comes last. */
  && > *, && > * > * { position: absolute; inset: 0; }

  @media (max-width: 1023.98px) { display: none; }
`;

interface AuthFrameProps {
  heading: string;
  /** Shown under the heading. */
  lead?: string;
  isNew?: boolean;
  children: ReactNode;
}

const Lead = styled.p`
  color: var(--text-2);
`;

/** Login and similar pages: a form beside the cloth; alone on small screens. @param isNew the cloth for registering */
export function AuthFrame({ heading, lead, isNew = false, children }: AuthFrameProps) {
  return (
    <Halves>
      <FormHalf>
        <div>
          <h1>{heading}</h1>
          {lead && <Lead>{lead}</Lead>}
          {children}
        </div>
      </FormHalf>
      <ClothHalf>{isNew ? <PersonCloth /> : <LozengeCloth />}</ClothHalf>
    </Halves>
  );
}
