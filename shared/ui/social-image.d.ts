/** A image for shared links, drawn by the build (`tooling/vite/social-images.ts`). */
interface SocialImage {
  /** Path on the site's own origin. */
  src: string;
  /** What there is to see. */
  alt: string;
  /** In pixels, as `height`. */
  width: number;
  height: number;
}

declare module 'virtual:social-images/*' {
  /** A series, by what its images are chosen by. Undefined in the browser and in development, as single images. */
  const images: Readonly<Record<string, readonly SocialImage[]>> | undefined;
  // oxlint-disable-next-line import/no-default-export -- images are a module
  export default images;
}

declare module 'virtual:social-image/*' {
  /** Undefined in the browser and in development: only crawlers read it, from the server's page. */
  const image: SocialImage | undefined;
  // oxlint-disable-next-line import/no-default-export -- a image is a module
  export default image;
}
