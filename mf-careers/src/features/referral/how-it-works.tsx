import { styled } from 'styled-components';
import { REDEEM_AFTER_DAYS } from 'shared/rules/referrals/referral';
import { person, share, token } from 'shared/theme/cloth/sharing-drawings';
import { cutOut } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { Container, Section, SectionHead } from 'shared/ui/layout';

const size = { width: 648, height: 262, thread: 6, fringe: 22 } as const;

const steps = [
  {
    title: 'Share your link',
    text: 'Send it to anyone who needs a website, an app or a brand.',
    cloth: cutOut(share(), { sett: 'hibiscus', ...size }),
  },
  {
    title: 'They register and pay',
    text: 'They count as your referral from the moment they register; you earn when they pay for a service.',
    cloth: cutOut(person(), { sett: 'nightferry', ...size }),
  },
  {
    title: 'Redeem your tokens',
    text: `One month (${REDEEM_AFTER_DAYS} days) after they register, your tokens are ready to use.`,
    cloth: cutOut(token(), { sett: 'harmattan', ...size }),
  },
] as const;

const Steps = styled.ol`
  display: grid;
  gap: 36px var(--gap);

  p { margin-top: 8px; color: var(--text-2); }

  /* A third of these windows is too narrow for the motif in the cloth. */
  @media (min-width: 640px) and (max-width: 1199.98px) {
    li { display: grid; grid-template-columns: 340px minmax(0, 1fr); column-gap: var(--gap); }
    li > :first-child { grid-row: span 2; margin-bottom: 0; }
    h3 { align-self: end; }
  }
  @media (min-width: 1200px) { grid-template-columns: repeat(3, 1fr); }
`;

const Drawing = styled(ClothBox)`
  height: 262px;
  margin-bottom: 18px;
`;

const Days = styled.div`
  display: grid;
  gap: 14px;
  margin-top: clamp(48px, 5vw, 72px);

  > div {
    display: grid;
    grid-template-columns: repeat(${REDEEM_AFTER_DAYS}, 1fr);
    gap: clamp(3px, 1.1vw, 18px);
    height: 64px;
    forced-color-adjust: none;
  }
  i { background: var(--th-marigold); }
  i:last-child { background: var(--th-madder); }
  p { display: flex; justify-content: space-between; gap: 24px; font-weight: 600; }
  span { overflow-wrap: anywhere; }
  span:last-child { text-align: right; }
`;

/** A thread for each day until tokens can be redeemed. */
const threads = Array.from({ length: REDEEM_AFTER_DAYS }, (_, day) => <i key={day} />);

export function HowItWorks() {
  return (
    <Section ground="sunken" aria-labelledby="how-it-works">
      <Container>
        <SectionHead>
          <h2 id="how-it-works">How it works</h2>
        </SectionHead>
        <Steps role="list">
          {steps.map(({ title, text, cloth }, index) => (
            <li key={title}>
              <Drawing>
                <Cloth spec={cloth} />
              </Drawing>
              <h3>
                {index + 1}. {title}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </Steps>
        <Days>
          <div aria-hidden="true">{threads}</div>
          <p>
            <span>Your friend registers</span>
            <span>{`Day ${REDEEM_AFTER_DAYS}: tokens can be redeemed`}</span>
          </p>
        </Days>
      </Container>
    </Section>
  );
}
