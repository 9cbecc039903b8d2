import { addSign, listLessons } from '#src/signs/added-signs.ts'
import { signChangeStatus } from '#src/signs/contract.ts'
import { type EntryProblems, problemsOf } from '#src/signs/rules/added-signs.ts'
import { type EntryTexts, entryFieldNames } from '#src/signs/rules/entry-fields.ts'
import { changeRefusals } from '#src/signs/rules/sign-changes.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Fields, type Form, page } from '../../screen.ts'
import { OfficePage, Panel, usePosted } from '../../ui/office-page.tsx'
import { EntryForm } from '../sign/entry-form.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

const newSignIn = (fields: Fields) => ({
  gloss: fields.gloss ?? '',
  lesson: fields.lesson ?? '',
  texts: Object.fromEntries(entryFieldNames.map(field => [field, fields[field] ?? ''])) as EntryTexts,
})

const add = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const added = await addSign(app, newSignIn(fields), staff)
  if (added.ok) return done(hrefs.sign(added.sign), 'Saved. The new entry waits for a reviewer.')
  const { message } = changeRefusals[added.reason]
  const refusal = refused(added.reason, { message }, signChangeStatus[added.reason])
  const problems: EntryProblems = added.reason === 'fields_wrong' ? problemsOf(added.faults) : { gloss: message }
  return { ...refusal, problems: { ...refusal.problems, ...problems } }
}

/** Adds an entry to the dictionary, once a reviewer approves it. */
export const addSignScreen = staffScreen({
  path: paths.addSign,
  right: 'clips',
  load: async ({ app }) => page(await listLessons(app.db), { title: 'Add an entry' }),
  submit: { add },
  View: ({ data: lessons }) => {
    const { fields, problems } = usePosted('add')
    const typed = newSignIn(fields)
    return (
      <OfficePage title="Add an entry" lead="The dictionary shows it once a reviewer approves it.">
        <Panel form>
          <p className="soft">
            Gloss, lesson, meaning, part of speech and usage are needed. The dictionary leaves out empty fields.
          </p>
          <EntryForm
            action={paths.addSign}
            gloss={typed.gloss}
            texts={typed.texts}
            problems={problems}
            seen={0}
            adds={{ lesson: typed.lesson, lessons }}
          />
        </Panel>
      </OfficePage>
    )
  },
})
