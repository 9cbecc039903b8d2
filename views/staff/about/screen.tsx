import { paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Facts } from '../../ui/facts.tsx'
import { Help } from '../../ui/help.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'

/** Which version runs here, and whom to ask (rules.md G, §2 routes). */
export const aboutScreen = staffScreen({
  path: paths.about,
  nav: { group: 'System', label: 'About' },
  load: async () => page({}, { title: 'About' }),
  View: ({ site }) => (
    <OfficePage title="About">
      <Panel title="Signbook" form>
        <Facts
          of={[
            ['Version', site.version],
            ['Address', site.publicUrl],
            ['Mode', site.demo ? 'demo' : site.live ? 'live' : 'test'],
            ['Days are counted in', site.timezone],
            [
              'Calls of staff',
              <a key="o" href={paths.openapi}>
                OpenAPI description
              </a>,
            ],
          ]}
        />
        <Help support={site.support} />
      </Panel>
    </OfficePage>
  ),
})
