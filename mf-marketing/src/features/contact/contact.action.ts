import type { ActionFunctionArgs } from 'react-router-dom';
import { href, paths } from 'shared/contracts/paths';
import { answerForm, seeOther } from 'shared/forms/answer-form';
import { NotSentError } from 'shared/forms/refusal';
import { sentPage } from 'shared/forms/sent';
import { checkContact } from 'shared/rules/contact/contact';
import { contactForm } from 'shared/rules/contact/contact-form';
import { FAILED } from './result-texts.ts';
import { messageKey, sendMessage } from './send-message.ts';

/** Takes the form from a browser without script: sends the message, or returns it with what is wrong. */
export async function action({ request, context }: ActionFunctionArgs) {
  return await answerForm(await request.formData(), {
    form: contactForm,
    check: checkContact,
    send: async (message) => {
      const result = await sendMessage(message, await messageKey(message), context);
      if (!result.sent) throw new NotSentError(result.message, result.status);
    },
    sent: () => seeOther(sentPage(href(paths.contact))),
    otherwise: FAILED,
  });
}
