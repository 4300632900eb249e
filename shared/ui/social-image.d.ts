/** An image for shared links, drawn by the build (`tooling/vite/social-images.ts`). */
interface SocialImage {
  /** Path on the site's own origin. */
  src: string;
  /** What the image shows. */
  alt: string;
  /** In pixels, like `height`. */
  width: number;
  height: number;
}

declare module 'virtual:social-images/*' {
  /** Images of a series, each by its key. Undefined in the browser and in development, like single images. */
  const images: Readonly<Record<string, readonly SocialImage[]>> | undefined;
  // oxlint-disable-next-line import/no-default-export -- images are a module
  export default images;
}

declare module 'virtual:social-image/*' {
  /** Undefined in the browser and in development: only crawlers read it, from the server's page. */
  const image: SocialImage | undefined;
  // oxlint-disable-next-line import/no-default-export -- an image is a module
  export default image;
}
