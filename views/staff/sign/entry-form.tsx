import { type EntryField, type EntryTexts, entryFields, handCounts } from '#src/signs/rules/entry-fields.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'

interface EntryFormProps {
  slug: string
  texts: EntryTexts
  /** Sentences for fields with a mistake. */
  problems: Partial<Record<EntryField, string>>
  /** Number of the latest change, 0 for none. */
  seen: number
  /** The next step is to review, not to change more. */
  reviews: boolean
}

const HINTS = {
  list: 'Separate several with semicolons.',
  glosses: 'Glosses of other entries, like THANK-YOU. Separate them with semicolons.',
  text: undefined,
} as const

/** The form of one entry. What is left empty is not shown in the dictionary. */
export const EntryForm = ({ slug, texts, problems, seen, reviews }: EntryFormProps) => {
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
    <form method="post" action={hrefs.sign(slug)} className="form">
      <input type="hidden" name="seen" value={seen} />
      <Field {...of('english')} />
      <Field {...of('spanish')} lang="es" />
      <Select
        label={entryFields.partOfSpeech.label}
        name="partOfSpeech"
        value={texts.partOfSpeech}
        options={entryFields.partOfSpeech.choices.map(value => ({ value, label: value }))}
      />
      <TextArea {...of('usage')} rows={2} />
      <fieldset className="form entry-looks">
        <legend>What it looks like</legend>
        <Select
          label={entryFields.hands.label}
          name="hands"
          value={texts.hands}
          options={[
            { value: '', label: 'Not recorded' },
            ...Object.entries(handCounts).map(([value, label]) => ({ value, label })),
          ]}
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
      <div className="buttons">
        <Button name="intent" value="save" look={reviews ? 'quiet' : 'primary'}>
          Send for review
        </Button>
        <a className="button button-quiet" href={hrefs.signs({})}>
          Cancel
        </a>
      </div>
    </form>
  )
}
