/** Applications; their CVs are files. */

interface ApplicationsTable {
  id: string;
  /** Slug of the role. */
  role: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** Empty if it was not given, like the free text. */
  linkedin: string;
  about: string;
  cvId: string;
  createdAt: string;
}

export interface CareersTables {
  applications: ApplicationsTable;
}
