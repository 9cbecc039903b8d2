/** One copy of content into a course of the learning platform (spec §3, content migration). */
export interface ContentMigration {
  id: string
  progressUrl: string | null
  /** Canvas's own word: pre_processing, pre_processed, running, waiting_for_select, completed, failed. */
  workflowState: string
  /** 'Unknown' when the platform does not say. */
  sourceCourseName: string
  /** 0 to 100. */
  completion: number
}

/** What GET progress says: the completion may be missing. */
export interface MigrationProgress {
  completion: number | null
  workflowState: string
}

export const UNKNOWN_SOURCE = 'Unknown'

/** A state that changes no more by itself. */
const ENDED = new Set(['completed', 'failed', 'waiting_for_select'])

const percent = (value: number): number => (Number.isFinite(value) ? Math.min(100, Math.max(0, Math.floor(value))) : 0)

/** A migration whose state is completed counts as 100 (spec §4). */
export const migrationCompletion = (migration: ContentMigration): number =>
  migration.workflowState === 'completed' ? 100 : percent(migration.completion)

/** The mean, rounded down, so that 100 means all of it; 100 without migrations (spec §4; rules.md E10). */
export const courseCompletion = (migrations: ContentMigration[]): number => {
  if (migrations.length === 0) return 100
  const sum = migrations.reduce((total, migration) => total + migrationCompletion(migration), 0)
  return Math.floor(sum / migrations.length)
}

/** Whether its progress is read again: below 100, and not stopped (spec §4; rules.md E10). */
export const isMoving = (migration: ContentMigration): boolean =>
  !ENDED.has(migration.workflowState) && migrationCompletion(migration) < 100

/** Whether its progress is read at this look: it moves, or it failed since the last look, and how far it came is news. */
export const isWorthReading = (migration: ContentMigration, before: ContentMigration | undefined): boolean =>
  isMoving(migration) || (migration.workflowState === 'failed' && (before === undefined || isMoving(before)))

/** Why a migration stands still below 100, and what to do; null when it does not. */
export const stopReason = ({ workflowState }: ContentMigration): string | null => {
  if (workflowState === 'failed')
    return 'Canvas could not finish this copy. Look at Import Course Content in Canvas, then copy again.'
  if (workflowState === 'waiting_for_select')
    return 'Canvas waits for someone to choose what to copy. Open Import Course Content in Canvas and choose.'
  return null
}

/** What is known after a look at the list: the list has the state, an earlier look at the progress the percentage. */
export const withListed = (listed: ContentMigration, known: ContentMigration | undefined): ContentMigration => ({
  ...listed,
  completion: migrationCompletion({ ...listed, completion: known?.completion ?? 0 }),
})

/** What is known after a look at the progress. No percentage leaves the one we have; a failed progress is a failed copy. */
export const withProgress = (migration: ContentMigration, progress: MigrationProgress): ContentMigration => ({
  ...migration,
  completion: progress.completion === null ? migration.completion : percent(progress.completion),
  workflowState: progress.workflowState === 'failed' ? 'failed' : migration.workflowState,
})

/** Whether the migration itself is worth reading again, since its progress says that it ended. */
export const hasEnded = (progress: MigrationProgress): boolean =>
  progress.workflowState === 'completed' || progress.workflowState === 'failed' || (progress.completion ?? 0) >= 100
