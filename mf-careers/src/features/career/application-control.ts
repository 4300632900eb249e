/** Controls the application form and sends it. Loaded when a visitor turns to the form. */
import { CV_FIELD } from 'shared/contracts/careers';
import { controlForm, type FormControl } from 'shared/forms/form-control';
import type { FormErrors } from 'shared/forms/form-errors';
import { checkApplication, checkCv } from 'shared/rules/careers/application';
import { applicationForm, type Application } from 'shared/rules/careers/application-form';
import { LeaveWarning } from 'shared/ui/leave-warning';
import { sendApplication } from './send-application.ts';

const means = { sendApplication, LeaveWarning };

/** What else sending needs. */
export type Means = typeof means;

/** The text fields, and the file. */
export type ApplicationField = keyof typeof applicationForm;

interface SubmitHandlers {
  valid: (application: Application, cv: File, means: Means) => Promise<void>;
  invalid: (errors: FormErrors<typeof applicationForm>, first: string) => void;
}

export function controlApplicationForm(element: HTMLFormElement, { valid, invalid }: SubmitHandlers): FormControl {
  const input = element.elements.namedItem(CV_FIELD) as HTMLInputElement;
  const cv = () => input.files?.[0];
  return controlForm(element, {
    form: applicationForm,
    hasSummary: true,
    check: (values) => {
      // A file that was refused when it was chosen is not there any more.
      const message = input.validationMessage;
      return [...checkApplication(values), ...(message ? [{ field: CV_FIELD, message }] : checkCv(cv()))];
    },
    valid: (application) => valid(application, cv()!, means),
    invalid,
  });
}
