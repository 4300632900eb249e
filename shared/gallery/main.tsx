import { mountStandalone } from '../standalone/mount.tsx';
import { Gallery } from './gallery.tsx';

mountStandalone([{ path: '*', Component: Gallery }]);
