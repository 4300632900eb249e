import { href, paths } from 'shared/contracts/paths';
import text from '../../content/legal/refund.md';
import { LegalPage } from './legal-page.tsx';

export const Component = () => <LegalPage text={text} path={href(paths.refund)} />;
