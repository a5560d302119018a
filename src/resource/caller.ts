import type { Language } from './label.ts';

/** Who asks, and what holds for them. Made anew for every request. */
export interface Caller {
  readonly realm: 'admin' | 'member' | 'visitor' | 'system';
  /** Row id of the administrator or member; 0 for visitors and the system. */
  readonly id: number;
  readonly username: string;
  /** True when one of the caller's active groups owns every right. The system is super too. */
  readonly super: boolean;
  /** Ids of the active groups the caller is in. */
  readonly groups: readonly number[];
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  /** Whether the caller owns the permission node, such as `content/article/edit`. Case does not matter. */
  may(node: string): boolean;
}
