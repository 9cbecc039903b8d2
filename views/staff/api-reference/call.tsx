import type { ApiCall, ApiPart } from '#src/staff/rules/api-reference.ts'
import { FieldTable } from './field-table.tsx'
import { Prose } from './prose.tsx'

/** One API call, collapsed by default. */
export const Call = ({ call: { id, method, path, about, forStaff, takes, gives } }: { call: ApiCall }) => (
  <details className="api-call" id={id}>
    <summary>
      <span className="api-address">
        <span className="tag">{method}</span> <code>{path}</code>
      </span>
      {about && (
        <span className="api-about">
          <Prose text={about} />
        </span>
      )}
    </summary>
    <div className="api-parts">
      <p className="soft">{forStaff ? 'Needs a staff session.' : 'Open to everyone.'}</p>
      {takes.map(part => (
        <Part key={part.title} part={part} of="request" />
      ))}
      {gives.map(part => (
        <Part key={part.title} part={part} of="reply" />
      ))}
    </div>
  </details>
)

const Part = ({ part: { title, fields, note }, of }: { part: ApiPart; of: 'request' | 'reply' }) => (
  <div className="api-part">
    <h3>{title}</h3>
    {note && <p className="soft">{note}</p>}
    {fields.length > 0 && <FieldTable caption={title} fields={fields} of={of} />}
  </div>
)
