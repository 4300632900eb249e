import { Carousel } from 'shared/ui/carousel';
import { Container, Section } from 'shared/ui/layout';
import { Quote } from '../../components/quote.tsx';
import { SampleNote } from '../../components/sample-note.tsx';
import { clientWords } from '../../content/samples.ts';

export function Testimonials() {
  return (
    <Section ground="tint">
      <Container>
        <Carousel
          label="Testimonials"
          heading={<h2>What clients say</h2>}
          perView={{ phone: 1, tablet: 2, desktop: 2 }}
        >
          {clientWords.map((testimonial) => (
            <Quote key={testimonial.name} testimonial={testimonial} />
          ))}
        </Carousel>
        <SampleNote />
      </Container>
    </Section>
  );
}
