/** Every component in every state, for looking at and for the tests in e2e/components. */
import type { ComponentType } from 'react';
import { styled } from 'styled-components';
import { Button } from '../ui/button.tsx';
import { Container } from '../ui/layout.tsx';
import { Buttons, Links } from './actions.tsx';
import { Cloths, Generated, Drawings } from './cloths.tsx';
import { Banners, Loading, States, Toasts } from './feedback.tsx';
import { ErrorSummaries, Fields, Files } from './forms.tsx';
import { Colours, Type } from './foundations.tsx';
import { Accordions, Carousels, Dialogs, Figures, Swatches, Tabbed } from './parts.tsx';
import { Article } from './texts.tsx';

const sections: Record<string, ComponentType> = {
  Colour: Colours,
  Type,
  Buttons,
  Links,
  Fields,
  Files,
  Banners,
  Toast: Toasts,
  Loading,
  States,
  Accordion: Accordions,
  Carousel: Carousels,
  Counters: Figures,
  Tabs: Tabbed,
  Dialog: Dialogs,
  Swatches,
  Article,
  Cloths,
  Drawings,
  Generated,
  // Last: a section shifts those below it by fractions of a pixel, which show in screenshots.
  Summary: ErrorSummaries,
};

const Page = styled(Container)`
  padding-block: 48px var(--s-section);
`;

const Themes = styled.header`
  display: flex;
  flex-wrap: wrap;
  gap: 14px;
  align-items: center;
  justify-content: space-between;
  padding-bottom: 32px;
`;

const Part = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  padding-block: 32px;
  border-top: 1px solid var(--line);

  > h2 { font-size: var(--t-h3); }
`;

function toggleTheme(): void {
  for (const theme of ['light', 'dark']) document.body.classList.toggle(theme);
}

/** All of them, or those that the URL names: `?parts=tabs,dialog`. A test of one need not wait for the others. */
function shownSections(): [title: string, content: ComponentType][] {
  const wanted = new URLSearchParams(location.search).get('parts')?.split(',');
  return Object.entries(sections).filter(([title]) => wanted?.includes(title.toLowerCase()) ?? true);
}

export function Gallery() {
  return (
    <Page>
      <Themes>
        <h1>Components</h1>
        <Button type="button" $kind="secondary" $small onClick={toggleTheme}>
          Switch theme
        </Button>
      </Themes>
      {shownSections().map(([title, Content]) => (
        <Part key={title} id={title.toLowerCase()} aria-labelledby={`${title}-heading`}>
          <h2 id={`${title}-heading`}>{title}</h2>
          <Content />
        </Part>
      ))}
    </Page>
  );
}
