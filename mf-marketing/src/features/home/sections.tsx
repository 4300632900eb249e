/** The home page below its first view: one chunk, fetched when a visitor begins to move. */
export { Banners } from './banners.tsx';
export { Portfolio } from './portfolio.tsx';
export { Testimonials } from './testimonials.tsx';
export { KeyFacts } from './key-facts.tsx';
export { Transform } from './transform.tsx';
export { Services } from './services.tsx';
export { HowItWorks } from './how-it-works.tsx';
export { Industries } from './industries.tsx';
export { BlogPreview } from './blog-preview.tsx';
export { Questions } from './questions.tsx';
