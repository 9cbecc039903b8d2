import type { ApiField } from '#src/staff/rules/api-fields.ts'
import { Prose } from './prose.tsx'

interface FieldTableProps {
  caption: string
  fields: ApiField[]
  /** Heading of the column that says whether a field may be missing. */
  head: string
}

/** Fields of a request or reply. On narrow screens each field takes two lines. */
export const FieldTable = ({ caption, fields, head }: FieldTableProps) => (
  <table className="api-fields">
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {['Name', 'Type', head, 'Description'].map(name => (
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
          <td data-label={head}>{required ? 'yes' : 'no'}</td>
          <td>
            <Prose text={about} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
