import { isKeyOf } from '#src/core/rules/guards.ts'
import { deskStatus } from '#src/desk/contract.ts'
import { actOnList, previewList } from '#src/desk/pasted-lists.ts'
import { type ListAction, type ListStep, listActions, MAX_ENTRIES, pasteListRefusals } from '#src/desk/rules/lists.ts'
import { ask, confirmationIn, done, makeRefuser, type Refusal } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { OfficePage, Panel, useAnswer, usePosted, useShownOnce } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'
import { Steps, stepsQuestion } from '../steps.tsx'

const refuse = makeRefuser(pasteListRefusals, deskStatus)

/** Acts on a pasted list, once its effects were confirmed. */
const act = async (context: StaffContext, form: Form) => {
  const { action = '', list = '', course = '' } = form.fields
  const pasted = { action: isKeyOf(listActions, action) ? action : 'let-in', list, course: course.trim() } as const
  const confirmation = confirmationIn(form)
  if (!confirmation) return preview(context, pasted)
  const result = await actOnList(context.app, { ...pasted, ...confirmation }, context.staff)
  if (!result.ok) return preview(context, pasted, refuse(result.reason))
  const text = `Done for ${result.done} of ${result.steps.length}.`
  return done(paths.pasteList, text, { shows: { steps: result.steps } })
}

/** Says what will happen with each entry, and asks for the reason. */
const preview = async (
  { app, staff }: StaffContext,
  pasted: { action: ListAction; list: string; course: string },
  refusal: Refusal | null = null,
) => {
  const found = await previewList(app, pasted, staff)
  if (!found.ok) return refuse(found.reason)
  return ask(stepsQuestion(listActions[pasted.action], found, pasted.action !== 'let-in'), refusal)
}

/** Paste a List: one action for many emails or codes, with a preview. */
export const pasteListScreen = staffScreen<null>({
  path: paths.pasteList,
  right: 'change',
  nav: { section: 'Find', label: 'Paste a List' },
  load: async () => page(null, { title: 'Paste a List' }),
  submit: { act },
  fields: ['list'],
  View: () => {
    const planned = useAnswer()?.question?.details as ListStep[] | undefined
    const { steps } = useShownOnce<{ steps: ListStep[] }>()
    return (
      <OfficePage
        title="Paste a List"
        lead="Act on many emails or codes at once. You see what will happen first."
        details={planned && <Steps steps={planned} title="What will happen" isPasted />}
      >
        {steps && <Steps steps={steps} title="What happened" isPasted />}
        <PasteForm />
      </OfficePage>
    )
  },
})

const PasteForm = () => {
  const sent = usePosted('act')
  return (
    <Panel form>
      <form method="post" action={paths.pasteList} className="form">
        <Select
          label="Action"
          name="action"
          sent={sent}
          value={'let-in'}
          options={Object.entries(listActions).map(([value, label]) => ({ value, label }))}
        />
        <TextArea
          label="Emails or codes"
          hint={`One on a line, or separated by commas. At most ${MAX_ENTRIES}.`}
          name="list"
          sent={sent}
          rows={8}
          spellCheck={false}
        />
        <Field
          label="Context ID of one course"
          hint="Leave empty to act in every course of each person. Codes do not need it."
          name="course"
          sent={sent}
          maxLength={255}
          spellCheck={false}
        />
        <ActionButton intent="act" label="Show what will happen" />
      </form>
    </Panel>
  )
}
