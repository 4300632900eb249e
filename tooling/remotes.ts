/** The areas of this repository that are released on their own, and where their dev servers listen. */
export const remotes = [
  { name: 'mf-marketing', devPort: 5101 },
  { name: 'mf-blog', devPort: 5102 },
  { name: 'mf-auth', devPort: 5103 },
  { name: 'mf-careers', devPort: 5104 },
] as const;

export type RemoteName = (typeof remotes)[number]['name'];
