/** Imported first: React chooses its build when it is loaded, and other imports load it. */
process.env.NODE_ENV = 'production';
