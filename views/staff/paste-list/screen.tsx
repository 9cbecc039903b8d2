import { pasteListStatus } from '#src/staff/contract.ts'
import type { ListStep } from '#src/staff/rules/paste-list.ts'
import { type ListAction, listActions, MAX_ENTRIES, pasteListRefusals } from '#src/staff/rules/paste-list.ts'
import type { FeedbackText } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { Select } from '../../ui/select.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'
import { Preview } from './preview.tsx'
import { Steps } from './steps.tsx'

/** The form as it was sent. */
export interface Pasted {
  action: ListAction
  list: string
  course: string
}

interface PasteListPage {
  pasted: Pasted
  /** Effects of the action, before staff confirm it. */
  preview: { steps: ListStep[]; effectsKey: string; problem: string | null } | null
  /** Results after the action. */
  done: ListStep[] | null
  problem: string | null
  feedback: FeedbackText | null
}

const show = (data: Partial<PasteListPage>, status = 200) =>
  page<PasteListPage>(
    {
      pasted: { action: 'let-in', list: '', course: '' },
      preview: null,
      done: null,
      problem: null,
      feedback: null,
      ...data,
    },
    { title: 'Paste a List', status },
  )

const isAction = (text: string): text is ListAction => Object.hasOwn(listActions, text)

const pastedIn = ({ fields: { action = '', list = '', course = '' } }: Form): Pasted => ({
  action: isAction(action) ? action : 'let-in',
  list,
  course: course.trim(),
})

const check = async (
  { modules, staff }: StaffContext,
  form: Form,
  more: { problem?: string; status?: number } = {},
) => {
  const pasted = pastedIn(form)
  const preview = await modules.staff.previewList(pasted, staff)
  if (!preview.ok)
    return show({ pasted, problem: pasteListRefusals[preview.reason].message }, pasteListStatus[preview.reason])
  return show({ pasted, preview: { ...preview, problem: more.problem ?? null } }, more.status)
}

const act = async (context: StaffContext, form: Form) => {
  const { reason = '', confirmed = '' } = form.fields
  const given = { ...pastedIn(form), reason: reason.trim().slice(0, 500), confirmed }
  const result = await context.modules.staff.actOnList(given, context.staff)
  if (!result.ok)
    return check(context, form, {
      problem: pasteListRefusals[result.reason].message,
      status: pasteListStatus[result.reason],
    })
  const text = `Done for ${result.done} of ${result.steps.length}.`
  return show({ done: result.steps, feedback: { tone: 'good', text } })
}

/** Paste a List: one action for many emails or codes, with a preview. */
export const pasteListScreen = staffScreen<PasteListPage>({
  path: paths.pasteList,
  right: 'change',
  nav: { group: 'People', label: 'Paste a List' },
  load: async () => show({}),
  submit: { check, act },
  View: ({ data: { pasted, preview, done, problem, feedback } }) => (
    <OfficePage title="Paste a List" lead="Act on many emails or codes at once. You see what will happen first.">
      <Feedback feedback={feedback} />
      {done && <Steps steps={done} title="What happened" />}
      {preview ? <Preview pasted={pasted} {...preview} /> : <PasteForm pasted={pasted} problem={problem} />}
    </OfficePage>
  ),
})

const PasteForm = ({ pasted, problem }: { pasted: Pasted; problem: string | null }) => (
  <Panel form>
    <form method="post" action={paths.pasteList} className="form">
      <Select
        label="Action"
        name="action"
        value={pasted.action}
        options={Object.entries(listActions).map(([value, label]) => ({ value, label }))}
      />
      <div className="field">
        <label htmlFor="list">Emails or codes</label>
        <p className="hint" id="list-hint">
          One on a line, or separated by commas. At most {MAX_ENTRIES}.
        </p>
        <textarea
          id="list"
          name="list"
          className="input"
          rows={8}
          defaultValue={pasted.list}
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'list-hint list-problem' : 'list-hint'}
        />
        {problem && (
          <p className="problem" id="list-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <Field
        label="Context ID of one course"
        hint="Leave empty to act in every course of each person. Codes do not need it."
        name="course"
        defaultValue={pasted.course}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="buttons">
        <Button name="intent" value="check">
          Show what will happen
        </Button>
      </div>
    </form>
  </Panel>
)
