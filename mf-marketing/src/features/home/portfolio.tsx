import { Fragment, useState, type FocusEvent } from 'react';
import { styled } from 'styled-components';
import { Button } from 'shared/ui/button';
import { Dialog } from 'shared/ui/dialog';
import { Container, Section, SectionHead } from 'shared/ui/layout';
import { Reveal } from 'shared/ui/reveal';
import { cases, type Case } from '../../content/cases.ts';
import { CaseScreen } from './case-screen.tsx';
import { CaseViews } from './case-views.tsx';

const Cards = styled.div`
  display: grid;
  /* Three, unless letters that the visitor has enlarged need the room. */
  grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  gap: 28px var(--gap);

  /* On a phone a row to swipe through, from edge to edge; a part of the next card shows that there is one. */
  @media screen and (max-width: 767.98px) {
    grid-template-columns: repeat(3, max(9rem, min(84%, 340px)));
    margin-inline: calc(-1 * var(--gutter));
    padding: 4px var(--gutter);
    overflow: auto hidden;
    overscroll-behavior-x: contain;
    scroll-padding-inline: var(--gutter);
    scroll-snap-type: x mandatory;

    > * { scroll-snap-align: start; }
  }
`;

const Card = styled(Reveal)`
  display: flex;
  flex-direction: column;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r-card);
  background: var(--surface);

  > svg { width: 100%; height: auto; forced-color-adjust: none; }
`;

const Words = styled.div`
  display: grid;
  flex: 1;
  grid-template-rows: auto 1fr;
  gap: 8px;
  justify-items: start;
  padding: 22px 22px 24px;

  > p { margin-bottom: 10px; color: var(--text-2); }
  > [data-story] { display: none; }

  /* Without script there is no dialog: the story is on the card. */
  @media (scripting: none) {
    > [data-story] { display: block; }
    > button { display: none; }
  }
`;

const Story = styled.dl`
  dt { font-weight: 650; }
  dd { color: var(--text-2); }
  dd + dt { margin-top: 14px; }
`;

const Stage = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;

  svg { width: 100%; height: auto; forced-color-adjust: none; }

  @media (min-width: 900px) {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    gap: 32px;
  }
`;

const storyOf = ({ problem, made, result }: Case) =>
  [
    ['The problem', problem],
    ['What we made', made],
    ['The result', result],
  ] as const;

const StoryOf = ({ one }: { one: Case }) => (
  <Story>
    {storyOf(one).map(([name, text]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </Fragment>
    ))}
  </Story>
);

/** Shows all of a card whose button has the focus: browsers leave a button that a strip of it can be seen of. */
function bringAlong({ currentTarget }: FocusEvent): void {
  currentTarget.parentElement!.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Three cases, each with one screen; Preview shows the others and tells the story. */
export function Portfolio() {
  const [shown, setShown] = useState<Case>();
  const [open, setOpen] = useState(false);

  const preview = (one: Case) => {
    setShown(one);
    setOpen(true);
  };

  return (
    <Section>
      <Container>
        <SectionHead as={Reveal}>
          <h2>Portfolio</h2>
          <p>Three shops that sell online. Look inside.</p>
        </SectionHead>
        <Cards>
          {cases.map((one) => (
            <Card key={one.id}>
              <CaseScreen of={one} screen={one.views[0].id} />
              <Words>
                <h3 id={one.id}>{one.title}</h3>
                <p>{one.line}</p>
                <p data-story="">{`${one.made} ${one.result}`}</p>
                <Button
                  type="button"
                  $kind="secondary"
                  $small
                  aria-haspopup="dialog"
                  aria-describedby={one.id}
                  onFocus={bringAlong}
                  onClick={() => preview(one)}
                >
                  Preview
                </Button>
              </Words>
            </Card>
          ))}
        </Cards>
        {shown && (
          <Dialog open={open} onClose={() => setOpen(false)} title={shown.title} wide>
            <Stage>
              <div>
                <CaseViews key={shown.id} of={shown} />
              </div>
              <StoryOf one={shown} />
            </Stage>
          </Dialog>
        )}
      </Container>
    </Section>
  );
}
