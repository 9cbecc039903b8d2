import type { ApiField } from '#src/staff/rules/api-fields.ts'
import { Prose } from './prose.tsx'

interface FieldTableProps {
  caption: string
  fields: ApiField[]
  of: 'request' | 'reply'
}

/** Words that say whether a field may be missing. */
const WORDS = {
  request: { head: 'Required', yes: 'required', no: 'optional' },
  reply: { head: 'Present', yes: 'always', no: 'sometimes' },
}

/** Fields of a request or reply. On narrow screens each field takes two lines. */
export const FieldTable = ({ caption, fields, of }: FieldTableProps) => (
  <table className="api-fields">
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {['Name', 'Type', WORDS[of].head, 'Description'].map(name => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {fields.map(({ within, name, type, required, about }) => (
        <tr key={within + name}>
          <th scope="row">
            <code>
              {within && <span className="soft">{within}</span>}
              {name}
            </code>
          </th>
          <td>{type}</td>
          <td className={required ? undefined : 'soft'}>{WORDS[of][required ? 'yes' : 'no']}</td>
          <td>
            <Prose text={about} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
