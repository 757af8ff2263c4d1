import type { Language } from "../i18n/index.ts";
import type { Role } from "../session.ts";

/** An operator as the service tells of it. */
export interface Operator {
  id: string;
  email: string;
  name: string;
  role: Role;
  lang: Language;
  active: boolean;
  secondFactor: boolean;
  /** Whether a password was chosen. */
  joined: boolean;
  createdAt: string;
  revision: number;
}
