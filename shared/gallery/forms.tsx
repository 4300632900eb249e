import { Checkbox } from '../ui/checkbox.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { TextLink } from '../ui/links.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Columns } from './rows.tsx';

export function Fields() {
  return (
    <>
      <Columns>
        <Field label="Full Name" placeholder="Adaeze Nwosu" help="Help stands below the control." />
        <Field label="Email" defaultValue="adaeze@nwosu" error="invalid Email" />
        <Field label="Email address" defaultValue="adaeze@nwosu.example" success="Looks right" />
        <Field label="Company Name" optional />
        <PasswordField label="Password" defaultValue="thread by thread" />
        <SelectField label="Role">
          <option>Frontend developer</option>
        </SelectField>
        <TextField label="Message" />
      </Columns>
      <div>
        <Checkbox defaultChecked>Checked</Checkbox>
        <Checkbox error="field must not be empty">
          I accept the <TextLink href="/">terms and conditions</TextLink>
        </Checkbox>
      </div>
    </>
  );
}

export function ErrorSummaries() {
  return (
    <>
      <ErrorSummary
        wrong={[
          { id: 'gallery-name', label: 'Name', message: 'field must not be empty' },
          { id: 'gallery-town', label: 'Town', message: 'field must not be empty' },
        ]}
      />
      <Field id="gallery-name" label="Name" error="field must not be empty" />
      <Field id="gallery-town" label="Town" error="field must not be empty" />
    </>
  );
}

const LIMIT_BYTES = 1024 * 1024;

export function Files() {
  return (
    <form>
      <FileDrop
        label="Resume/CV"
        name="resume"
        help="PDF, up to 1 MB."
        accept=".pdf"
        check={({ name, size }) => {
          if (!name.endsWith('.pdf')) return 'This is not a PDF.';
          return size > LIMIT_BYTES ? 'This file is larger than 1 MB.' : undefined;
        }}
      />
    </form>
  );
}
