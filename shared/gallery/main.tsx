import { mountStandalone } from '../standalone/mount.tsx';
import { Catalogue } from './catalogue.tsx';

mountStandalone([{ path: '*', Component: Catalogue }]);
