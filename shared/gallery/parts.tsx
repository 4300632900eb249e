import { useState } from 'react';
import { styled } from 'styled-components';
import { serviceHref, services } from '../content/services.ts';
import { Accordion } from '../ui/accordion.tsx';
import { Button } from '../ui/button.tsx';
import { Carousel } from '../ui/carousel.tsx';
import { Counters } from '../ui/counters.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Panel } from '../ui/layout.tsx';
import { Reveal } from '../ui/reveal.tsx';
import { SewnLabel } from '../ui/sewn-label.tsx';
import { SwatchCard } from '../ui/swatch-card.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { BandPiece, Columns } from './rows.tsx';

const questions = [
  {
    id: 'start',
    question: 'What do you need to begin?',
    answer: 'A description of the problem and a person who can decide.',
  },
  {
    id: 'price',
    question: 'What does it cost?',
    answer: 'That depends on what is built; the estimate comes first and in writing.',
  },
  { id: 'abroad', question: 'Do you work with clients abroad?', answer: 'Yes, in English, in whatever hours overlap.' },
];

export function Accordions() {
  return <Accordion items={questions} />;
}

export function Carousels() {
  return (
    <>
      <Carousel label="Testimonials" heading={<h3>One, two, two</h3>} perView={{ phone: 1, tablet: 2, desktop: 2 }}>
        {['First', 'Second', 'Third', 'Fourth'].map((name) => (
          <Panel key={name}>
            <p>
              {name} slide, with <a href="#carousel">a link</a>
            </p>
          </Panel>
        ))}
      </Carousel>
      <Carousel
        label="Team"
        heading={<h3>A part shows that there is more</h3>}
        perView={{ phone: 1 / 0.72, tablet: 2.5, desktop: 4 }}
      >
        {Array.from({ length: 10 }, (_, index) => (
          <Panel key={index}>Member {index + 1}</Panel>
        ))}
      </Carousel>
    </>
  );
}

const Band = styled(BandPiece)`
  display: block;
`;

export function Figures() {
  return (
    <Band>
      <Counters
        items={[
          { target: 5, label: 'years' },
          { target: 20, suffix: '+', label: 'projects' },
          { target: 7, suffix: '+', label: 'people' },
        ]}
      />
    </Band>
  );
}

export function Tabbed() {
  const [selected, setSelected] = useState('write');
  return (
    <Tabs
      label="Post"
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'write', label: 'Write', panel: <p>What is written.</p> },
        { id: 'preview', label: 'Preview', panel: <p>What readers see.</p> },
      ]}
    />
  );
}

export function Dialogs() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button type="button" $kind="secondary" onClick={() => setIsOpen(true)}>
        Open the dialog
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Add a link">
        <Field label="Address" help="https, mailto or tel." />
        <div>
          <Button type="button" onClick={() => setIsOpen(false)}>
            Apply
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

export function Swatches() {
  return (
    <>
      <Columns>
        {services.map((service) => (
          <SwatchCard
            key={service.slug}
            swatch={service}
            title={service.title}
            text={service.description}
            to={serviceHref(service)}
          />
        ))}
      </Columns>
      <Reveal>
        <SewnLabel>Sewn on, and the same by day and by night.</SewnLabel>
      </Reveal>
    </>
  );
}
