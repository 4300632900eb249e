import { TextLink } from 'shared/ui/links';
import type { Question } from '../content/faq.ts';

/** An answer, with a link to read on. */
function Answer({ answer, link }: Question) {
  return (
    <p>
      {link ? `${answer} ` : answer}
      {link && <TextLink href={link.to}>{link.label}</TextLink>}
    </p>
  );
}

/** Questions in the form that an accordion takes. */
export const accordionItems = (questions: readonly Question[]) =>
  questions.map((question) => ({ id: question.id, question: question.question, answer: <Answer {...question} /> }));
