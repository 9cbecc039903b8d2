import type { ReactNode } from 'react'
import { actOnRows, previewRows } from '#src/desk/bulk.ts'
import { deskStatus } from '#src/desk/contract.ts'
import { type BulkAction, bulkActions, bulkRefusals, type ListStep } from '#src/desk/rules/lists.ts'
import { ask, confirmationIn, done, makeRefuser, type Refusal } from '../../answer.ts'
import type { Form, LocalPath } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { useAnswer, usePosted, useShownOnce } from '../../ui/office-page.tsx'
import type { StaffContext } from '../staff-screen.ts'
import { Steps, stepsQuestion } from '../steps.tsx'

/** Name of the tick boxes. The value of a box is the key of its row, or several keys. */
const ROWS = 'rows'
const keysIn = ({ all }: Form): string[] => (all[ROWS] ?? []).flatMap(value => value.split('|'))

const FIELDS = ['access_until', 'sign_up_until', 'product', 'other_course', 'good_until'] as const

const refuse = makeRefuser(bulkRefusals, deskStatus)

/** Acts on the ticked rows of a list, once its effects were confirmed. */
export const bulkSubmit = (actions: BulkAction[]) => async (context: StaffContext, form: Form) => {
  const { app, staff } = context
  const action = actions.find(action => action === form.fields.action)
  if (!action) return refuse('no_action')
  const typed = Object.fromEntries(FIELDS.map(name => [name, (form.fields[name] ?? '').trim()]))
  const given = { action, rows: keysIn(form), typed }
  const { label } = bulkActions[action]
  const preview = () => previewRows(app, given, staff)
  const question = (found: Awaited<ReturnType<typeof preview>>, refusal: Refusal | null = null) =>
    found.ok ? ask(stepsQuestion(label, found, 'isDangerous' in bulkActions[action]), refusal) : refuse(found.reason)
  let confirmation = confirmationIn(form)
  if (!confirmation) {
    const found = await preview()
    if (!found.ok || action !== 'retry') return question(found)
    // Running a job again needs no question.
    confirmation = { confirmed: found.effectsKey, reason: label }
  }
  const result = await actOnRows(app, { ...given, ...confirmation }, staff)
  if (!result.ok) return question(await preview(), refuse(result.reason))
  const { steps } = result
  const voided = action === 'void' ? steps.filter(({ isRefused }) => !isRefused).map(({ entry }) => entry) : []
  return done(context.url as LocalPath, `${label}: done for ${result.done} of ${steps.length}.`, {
    tone: result.done === steps.length ? 'good' : 'problem',
    undo: voided.length > 0 ? { codes: voided.join(' ') } : undefined,
    shows: { steps },
  })
}

/** The rows of a question about ticked rows, to be shown below it. */
export const BulkPreview = () => {
  const answer = useAnswer()
  return answer?.intent === 'bulk' && answer.question ? (
    <Steps steps={answer.question.details as ListStep[]} title="What will happen" />
  ) : null
}

/** Report of the last action on ticked rows. */
export const BulkResult = () => {
  const { steps } = useShownOnce<{ steps: ListStep[] }>()
  return steps ? <Steps steps={steps} title="What happened" /> : null
}

/** `form`: id of the form, if the box is not inside it. */
export const BulkTick = ({ value, name, form }: { value: string; name: string; form?: string }) => (
  <label className="tick">
    <input type="checkbox" name={ROWS} value={value} form={form} aria-label={`Tick ${name}`} />
  </label>
)

interface BulkBarProps {
  /** Keys of all rows of the page. */
  keys: string[]
  actions: BulkAction[]
  products?: { value: string; label: string }[]
}

/** Buttons for the ticked rows, with a box for all rows of the page. */
export const BulkBar = ({ keys, actions, products = [] }: BulkBarProps) => {
  const { fields: typed } = usePosted('bulk')
  const day = (name: (typeof FIELDS)[number], label: string) => (
    <Field label={label} name={name} type="date" defaultValue={typed[name]} />
  )
  const fields: Partial<Record<BulkAction, ReactNode>> = {
    dates: (
      <>
        {day('access_until', 'Access until')}
        {day('sign_up_until', 'Sign-up ends after')}
      </>
    ),
    activate: (
      <Select
        label="Product"
        name="product"
        value={typed.product ?? ''}
        options={[{ value: '', label: 'Choose' }, ...products]}
      />
    ),
    move: (
      <Field
        label="Move to course"
        placeholder="Name or context ID"
        name="other_course"
        defaultValue={typed.other_course}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
      />
    ),
    extend: day('good_until', 'Good until'),
  }
  return (
    <fieldset className="bulk">
      <legend>With the ticked rows</legend>
      <input type="hidden" name="intent" value="bulk" />
      <Check name={ROWS} value={keys.join('|')} label={`All ${keys.length} on this page`} />
      {actions.map(action => (
        <div key={action} className="row">
          {fields[action]}
          <Button look="quiet" name="action" value={action}>
            {bulkActions[action].label}
          </Button>
        </div>
      ))}
    </fieldset>
  )
}
