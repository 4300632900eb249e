/**
 * Runs before each test file: what a build leaves in the environment must not reach the next file, nor the settings of
 * a site that runs here the commands that a test starts.
 */
import { apiVariables } from '../../api/src/env.ts';
import { shellVariables } from '../../shell/server/env.ts';

for (const name of [...shellVariables, ...apiVariables]) delete process.env[name];
process.env.NODE_ENV = 'test';
