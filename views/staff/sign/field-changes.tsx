import { type EntryTexts, entryFieldNames, entryFields } from '#src/signs/rules/entry-fields.ts'

interface FieldChangesProps {
  /** Texts that the dictionary shows. Left out for an earlier change. */
  now?: EntryTexts | undefined
  fields: Partial<EntryTexts>
}

/** The fields of a change, each with the text before and after. */
export const FieldChanges = ({ now, fields }: FieldChangesProps) =>
  Object.keys(fields).length > 0 && (
    <ul className="changes">
      {entryFieldNames.map(field => {
        const text = fields[field]
        if (text === undefined) return null
        return (
          <li key={field}>
            {entryFields[field].label}: {now?.[field] && <del>{now[field]}</del>} <ins>{text || 'empty'}</ins>
          </li>
        )
      })}
    </ul>
  )
