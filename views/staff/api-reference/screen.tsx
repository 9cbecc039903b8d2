import { type ApiGroup, type ApiReference, describeApi } from '#src/staff/rules/api-reference.ts'
import { OpenApi } from '#src/staff/rules/openapi.ts'
import { paths } from '../../paths.ts'
import { page, type Screen } from '../../screen.ts'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'
import { Call } from './call.tsx'
import { Errors } from './errors.tsx'
import { Prose } from './prose.tsx'

/** API reference: every JSON call with its fields, made from the OpenAPI document that `describe` returns. */
export const makeApiReference = (describe: () => object): Screen =>
  staffScreen<ApiReference>({
    path: paths.apiReference,
    knowsSchools: true,
    load: async () => page(describeApi(OpenApi.parse(describe())), { title: 'API reference' }),
    View: ({ data: { about, address, groups, problem } }) => (
      <OfficePage
        title="API reference"
        lead={
          <>
            Use these calls in your own programs. For tools: <a href={paths.openapi}>OpenAPI description (JSON)</a>
          </>
        }
      >
        <nav aria-label="Groups of calls">
          <ul className="api-groups">
            {groups.map(({ id, name, calls }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a> <span className="soft">{calls.length}</span>
              </li>
            ))}
          </ul>
        </nav>
        <Panel title="Log in">
          <p className="api-text">
            <Prose text={about} />
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard (WCAG 2.1.1) */}
          <pre className="sample" tabIndex={0}>
            curl -H 'Authorization: Bearer TOKEN' {address}/api/users
          </pre>
          <p className="api-text">Bodies are JSON. Times are ISO 8601 in UTC.</p>
        </Panel>
        <Errors fields={problem} />
        {groups.map(group => (
          <Group key={group.id} group={group} />
        ))}
      </OfficePage>
    ),
  })

const Group = ({ group: { id, name, calls } }: { group: ApiGroup }) => (
  <section className="panel api-group" id={id} aria-labelledby={`${id}-name`}>
    <h2 id={`${id}-name`}>{name}</h2>
    <div>
      {calls.map(call => (
        <Call key={call.id} call={call} />
      ))}
    </div>
  </section>
)
