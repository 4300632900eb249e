import { mountStandalone } from 'shared/standalone/mount';
import { routes } from './routes.tsx';

mountStandalone(routes);
