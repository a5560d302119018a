/** What was used on a day, of a model or by a member. */
export interface UsedBy {
  /** A day, the name of a model, or the id of a member; null for visitors. */
  readonly of: string | null;
  readonly answers: number;
  readonly tokens: number;
  readonly points: number;
}

/** `GET /api/admin/chat.usage/charts`: of the rows that `filter` lets through, as a list's address has it. */
export interface UsageCharts {
  /** The last hundred, oldest first. */
  readonly days: readonly UsedBy[];
  /** Those that have used most, most points first. */
  readonly models: readonly UsedBy[];
  readonly members: readonly UsedBy[];
  /** Whether there are more members than are counted here. */
  readonly isCut: boolean;
}
