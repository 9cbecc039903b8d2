export interface ContentMigration {
  id: string
  progressUrl: string | null
  /** Canvas workflow_state: pre_processing, pre_processed, running, waiting_for_select, completed, failed. */
  workflowState: string
  /** 'Unknown' if Canvas does not say. */
  sourceCourseName: string
  /** 0 to 100. */
  completion: number
}

/** Answer of GET progress; the completion may be missing. */
export interface MigrationProgress {
  completion: number | null
  workflowState: string
}

const ENDED = new Set(['completed', 'failed', 'waiting_for_select'])

const percent = (value: number): number => (Number.isFinite(value) ? Math.min(100, Math.max(0, Math.floor(value))) : 0)

/** Returns the completion in percent; a completed migration counts as 100. */
export const migrationCompletion = (migration: ContentMigration): number =>
  migration.workflowState === 'completed' ? 100 : percent(migration.completion)

/** Returns the mean completion, rounded down so that 100 means complete; 100 without migrations. */
export const courseCompletion = (migrations: ContentMigration[]): number => {
  if (migrations.length === 0) return 100
  const sum = migrations.reduce((total, migration) => total + migrationCompletion(migration), 0)
  return Math.floor(sum / migrations.length)
}

/** Returns true if the progress must be read again: below 100, and not stopped. */
export const isMoving = (migration: ContentMigration): boolean =>
  !ENDED.has(migration.workflowState) && migrationCompletion(migration) < 100

/** Returns true if the progress must be read in this poll: it is moving, or it failed since the last poll. */
export const isWorthReading = (migration: ContentMigration, before: ContentMigration | undefined): boolean =>
  isMoving(migration) || (migration.workflowState === 'failed' && (before === undefined || isMoving(before)))

/** Returns why a migration stopped below 100 and what to do, or null. */
export const stopReason = ({ workflowState }: ContentMigration): string | null => {
  if (workflowState === 'failed')
    return 'Canvas could not finish this copy. Check Import Course Content in Canvas, then copy again.'
  if (workflowState === 'waiting_for_select')
    return 'Canvas needs to know what to copy. Open Import Course Content in Canvas and choose.'
  return null
}

/** Merges a listed migration, which has the state, with the known percentage. */
export const withListed = (listed: ContentMigration, known: ContentMigration | undefined): ContentMigration => ({
  ...listed,
  completion: migrationCompletion({ ...listed, completion: known?.completion ?? 0 }),
})

/** Merges a progress answer. A missing percentage keeps the known one; a failed progress fails the migration. */
export const withProgress = (migration: ContentMigration, progress: MigrationProgress): ContentMigration => ({
  ...migration,
  completion: progress.completion === null ? migration.completion : percent(progress.completion),
  workflowState: progress.workflowState === 'failed' ? 'failed' : migration.workflowState,
})

/** Returns true if the migration must be read again because its progress has ended. */
export const hasEnded = (progress: MigrationProgress): boolean =>
  progress.workflowState === 'completed' || progress.workflowState === 'failed' || (progress.completion ?? 0) >= 100
