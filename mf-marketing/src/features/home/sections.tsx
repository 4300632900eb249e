/** The home page below its first view: one chunk, fetched when a visitor begins to move. */
export { Banners } from './banners.tsx';
export { Transform } from './transform.tsx';
export { Services } from './services.tsx';
export { Portfolio } from './portfolio.tsx';
export { Industries } from './industries.tsx';
export { HowItWorks } from './how-it-works.tsx';
export { BlogPreview } from './blog-preview.tsx';
export { KeyFacts } from './key-facts.tsx';
export { Testimonials } from './testimonials.tsx';
export { Questions } from './questions.tsx';
