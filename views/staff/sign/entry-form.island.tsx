import { type FormEvent, useRef, useState } from 'react'
import { type EntryProblems, type NewSign, newSignFaults, problemsOf } from '#src/signs/rules/added-signs.ts'
import { type EntryTexts, entryFaults, entryFieldNames, tidyText } from '#src/signs/rules/entry-fields.ts'
import { island } from '../../island.ts'
import { paths } from '../../paths.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { fieldsOf } from '../../ui/form-fields.ts'
import { EntryFields } from './entry-fields.tsx'

interface EntryFormProps {
  action: string
  gloss: string
  texts: EntryTexts
  /** Sentences for fields with a mistake. */
  problems: EntryProblems
  /** Number of the latest change, 0 for none. */
  seen: number
  /** The next step is to review, not to change more. */
  reviews?: boolean
  /** Of a new entry: the lesson that was chosen, and those that one may choose. */
  adds?: { lesson: string; lessons: string[] }
}

/**
 * The form of one entry. What is left empty is not shown in the dictionary. With JavaScript it names mistakes before it
 * is sent, by the rules of the server.
 */
const EntryForm = ({ action, gloss, texts, problems: given, seen, reviews, adds }: EntryFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState(given)
  const check = (event: FormEvent) => {
    const found = problemsOf(faultsIn(form.current, gloss, adds?.lessons))
    setProblems(found)
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('[name]') ?? [])]
    const first = fields.find(({ name }) => name in found)
    if (!first) return
    event.preventDefault()
    first.focus()
  }
  return (
    <form ref={form} method="post" action={action} className="form" onSubmit={check} noValidate>
      <input type="hidden" name="seen" value={seen} />
      {adds && (
        <div className="row">
          <Field
            label="Gloss"
            name="gloss"
            hint="Capitals, like THANK-YOU."
            defaultValue={gloss}
            problem={problems.gloss}
            autoComplete="off"
            autoCapitalize="characters"
          />
          <Select
            label="Lesson"
            name="lesson"
            value={adds.lesson}
            empty="Choose a lesson"
            options={adds.lessons.map(lesson => ({ value: lesson, label: `Unit ${lesson}` }))}
            problem={problems.lesson}
          />
        </div>
      )}
      <EntryFields texts={texts} problems={problems} />
      <div className="buttons">
        <ActionButton intent={adds ? 'add' : 'save'} label="Send for review" look={reviews ? 'quiet' : 'primary'} />
        <QuietLink href={paths.signs}>Cancel</QuietLink>
      </div>
    </form>
  )
}

/** Lists the mistakes that need no look into the dictionary. */
const faultsIn = (form: HTMLFormElement | null, gloss: string, lessons: string[] | undefined) => {
  const typed = new Map(fieldsOf(form))
  const tidy = entryFieldNames.map(field => [field, tidyText(field, typed.get(field) ?? '')])
  const texts: NewSign['texts'] = Object.fromEntries(tidy)
  if (!lessons) return entryFaults(gloss, texts)
  const added = { gloss: typed.get('gloss')?.trim() ?? '', lesson: typed.get('lesson') ?? '', texts }
  return newSignFaults(added, lessons)
}

export default island('staff/sign/entry-form', EntryForm)
