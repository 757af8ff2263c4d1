/** A white label as the back office tells of it: a site of a partner. */
export interface WhiteLabel {
  id: string;
  code: string;
  name: string;
  /** The partner's external id. */
  partner: string;
  partnerName: string;
  /** Content pages that name this site. */
  pages: number;
  revision: number;
}
