/** Runs before each file of tests: what a build leaves in the environment is not the next file's. */
process.env.NODE_ENV = 'test';
