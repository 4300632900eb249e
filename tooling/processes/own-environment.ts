/** Runs before each test file: what a build leaves in the environment must not reach the next file. */
process.env.NODE_ENV = 'test';
