import { signChangeStatus } from '#src/signs/contract.ts'
import { type EntryProblems, type NewSign, problemsOf } from '#src/signs/rules/added-signs.ts'
import { type EntryTexts, entryFieldNames } from '#src/signs/rules/entry-fields.ts'
import { changeRefusals } from '#src/signs/rules/sign-change.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'

export interface AddSignPage {
  typed: NewSign
  lessons: string[]
  problems: EntryProblems
  message: string | null
}

type Shown = Partial<Pick<AddSignPage, 'typed' | 'problems' | 'message'>> & { status?: number }

const textsIn = (fields: Record<string, string | undefined>): EntryTexts => {
  const texts = entryFieldNames.map(field => [field, fields[field] ?? ''])
  return Object.fromEntries(texts)
}

export const showAddSign = async (context: StaffContext, shown: Shown = {}): Promise<Result<AddSignPage>> => {
  const { status = 200, ...rest } = shown
  const lessons = await context.modules.signs.listSignLessons()
  const typed = { gloss: '', lesson: '', texts: textsIn({}) }
  return page<AddSignPage>({ typed, lessons, problems: {}, message: null, ...rest }, { title: 'Add an entry', status })
}

export const add = async (context: StaffContext, { fields }: Form): Promise<Result<AddSignPage>> => {
  const typed = { gloss: fields.gloss ?? '', lesson: fields.lesson ?? '', texts: textsIn(fields) }
  const added = await context.modules.signs.addSign(typed, context.staff)
  if (added.ok) return redirect(hrefs.sign(added.sign, 'added'))
  const { message } = changeRefusals[added.reason]
  const problems = added.reason === 'fields_wrong' ? problemsOf(added.faults) : { gloss: message }
  return showAddSign(context, { typed, problems, message, status: signChangeStatus[added.reason] })
}
