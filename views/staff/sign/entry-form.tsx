import type { EntryProblems } from '#src/signs/rules/added-signs.ts'
import { type EntryField, type EntryTexts, entryFields, handCounts } from '#src/signs/rules/entry-fields.ts'
import { paths } from '../../paths.ts'
import { ActionButton, QuietLink } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Field, TextArea } from '../../ui/field.tsx'

const HINTS = {
  list: 'Separate several with semicolons.',
  glosses: 'Glosses of other entries, like THANK-YOU. Separate them with semicolons.',
  text: undefined,
} as const

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
  /** For a new entry only: the chosen lesson, and all lessons to choose from. */
  adds?: { lesson: string; lessons: string[] }
}

/** The form of one entry. What is left empty is not shown in the dictionary. */
export const EntryForm = ({ action, gloss, texts, problems, seen, reviews, adds }: EntryFormProps) => (
  <form method="post" action={action} className="form">
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

/** The inputs for the texts of an entry. */
const EntryFields = ({ texts, problems }: { texts: EntryTexts; problems: EntryProblems }) => {
  const of = (field: EntryField) => ({
    name: field,
    label: entryFields[field].label,
    hint: HINTS[entryFields[field].kind],
    defaultValue: texts[field],
    problem: problems[field],
    maxLength: entryFields[field].most,
    autoComplete: 'off',
  })
  return (
    <>
      <Field {...of('english')} />
      <Field {...of('spanish')} lang="es" />
      <Select
        label={entryFields.partOfSpeech.label}
        name="partOfSpeech"
        value={texts.partOfSpeech}
        options={[
          ...(texts.partOfSpeech ? [] : [{ value: '', label: 'Choose' }]),
          ...entryFields.partOfSpeech.choices.map(value => ({ value, label: value })),
        ]}
        problem={problems.partOfSpeech}
      />
      <TextArea {...of('usage')} rows={2} />
      <fieldset className="form entry-looks">
        <legend>What it looks like</legend>
        <Select
          label={entryFields.hands.label}
          name="hands"
          value={texts.hands}
          empty="Not recorded"
          options={Object.entries(handCounts).map(([value, label]) => ({ value, label }))}
        />
        <div className="row">
          <Field {...of('handshape')} />
          <Field {...of('otherHandshape')} />
        </div>
        <div className="row">
          <Field {...of('location')} />
          <Field {...of('mouth')} />
        </div>
        <Field {...of('movement')} />
        <TextArea {...of('formation')} />
        <Field {...of('variants')} />
      </fieldset>
      <Field {...of('related')} autoCapitalize="characters" />
      <Field {...of('confusable')} autoCapitalize="characters" />
      <TextArea {...of('notes')} />
    </>
  )
}
