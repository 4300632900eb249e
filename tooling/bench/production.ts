/** Imported first: React decides which of its builds it is when it is loaded, which other imports do. */
process.env.NODE_ENV = 'production';
