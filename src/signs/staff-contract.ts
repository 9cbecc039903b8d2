import type { ChangeReason } from './rules/sign-change.ts'
import type { SignImportReason } from './rules/sign-import.ts'

/** HTTP statuses of the reasons to refuse. */
export const signChangeStatus: Record<ChangeReason | SignImportReason, number> = {
  sign_not_found: 404,
  sign_exists: 409,
  sign_waits: 409,
  change_not_found: 404,
  entry_changed: 409,
  nothing_changed: 422,
  fields_wrong: 422,
  remark_required: 422,
  no_file: 422,
  not_csv: 422,
  no_header: 422,
  unknown_columns: 422,
  file_too_big: 422,
  too_many_rows: 422,
}
