import type { EntryProblems } from '#src/signs/rules/added-signs.ts'
import { type EntryField, type EntryTexts, entryFields, handCounts } from '#src/signs/rules/entry-fields.ts'
import { Select } from '../../ui/choices.tsx'
import { Field, TextArea } from '../../ui/field.tsx'

const HINTS = {
  list: 'Separate several with semicolons.',
  glosses: 'Glosses of other entries, like THANK-YOU. Separate them with semicolons.',
  text: undefined,
} as const

/** The inputs for the texts of an entry. */
export const EntryFields = ({ texts, problems }: { texts: EntryTexts; problems: EntryProblems }) => {
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
