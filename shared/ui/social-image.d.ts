/** A picture for shared links, drawn by the build (`tooling/vite/social-pictures.ts`). */
interface SocialPicture {
  /** Path on the site's own origin. */
  src: string;
  /** What there is to see. */
  alt: string;
  /** In pixels, as `height`. */
  width: number;
  height: number;
}

declare module 'virtual:social-pictures/*' {
  /** A series, by what its pictures are chosen by. Undefined in the browser and in development, as single pictures. */
  const pictures: Readonly<Record<string, readonly SocialPicture[]>> | undefined;
  // oxlint-disable-next-line import/no-default-export -- pictures are a module
  export default pictures;
}

declare module 'virtual:social-picture/*' {
  /** Undefined in the browser and in development: only crawlers read it, from the server's page. */
  const picture: SocialPicture | undefined;
  // oxlint-disable-next-line import/no-default-export -- a picture is a module
  export default picture;
}
