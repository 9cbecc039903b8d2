import { rowId } from '#src/core/rules/row-id.ts'
import type { Draft } from '#src/signs/import-signs.ts'
import { importedText, type SignRowFailure, signImportRefusals } from '#src/signs/rules/sign-import.ts'
import { signChangeStatus } from '#src/signs/staff-contract.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'

export interface ImportSignsPage {
  /** Changes that were read and not sent yet. */
  drafts: Draft[]
  failed: SignRowFailure[]
  problem: string | null
  feedback: FeedbackText | null
}

type Shown = Partial<Omit<ImportSignsPage, 'drafts'>> & { status?: number }

export const showImport = async (context: StaffContext, shown: Shown = {}): Promise<Result<ImportSignsPage>> => {
  const { modules, staff, query } = context
  const { status = 200, ...rest } = shown
  const note: FeedbackText | null =
    query.note === 'discarded' ? { tone: 'good', text: 'The file was discarded. Nothing changed.' } : null
  const drafts = await modules.signs.viewDrafts(staff)
  return page<ImportSignsPage>(
    { drafts, failed: [], problem: null, feedback: note, ...rest },
    { title: 'Import signs', status },
  )
}

export const readFile = async (context: StaffContext, { file }: Form): Promise<Result<ImportSignsPage>> => {
  const read = await context.modules.signs.importSigns(file, context.staff)
  if (!read.ok)
    return showImport(context, {
      problem: signImportRefusals[read.reason].message,
      status: signChangeStatus[read.reason],
    })
  const text =
    read.changed > 0
      ? `Rows: ${read.rows}. ${importedText(read.changed)}`
      : `Rows: ${read.rows}. No row differs from the dictionary.`
  return showImport(context, { failed: read.failed, feedback: { tone: 'good', text } })
}

export const send = async (context: StaffContext, { fields }: Form): Promise<Result<ImportSignsPage>> => {
  const sent = await context.modules.signs.sendSignDrafts(rowId(fields.last) ?? 0, context.staff)
  return showImport(context, { feedback: { tone: 'good', text: `Sent for review: ${sent}.` } })
}

export const discard = async (context: StaffContext): Promise<Result<ImportSignsPage>> => {
  await context.modules.signs.discardSignDrafts(context.staff)
  return redirect(hrefs.importSigns('discarded'))
}
