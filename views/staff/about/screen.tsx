import { Fragment } from 'react'
import { paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Facts } from '../../ui/facts.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { Help } from '../../ui/public-page.tsx'
import { staffScreen, useRights } from '../staff-screen.ts'

/** About: version, mode, time zone and support contacts. */
export const aboutScreen = staffScreen({
  path: paths.about,
  knowsSchools: true,
  nav: { section: 'System', label: 'About' },
  load: async () => page(null, { title: 'About' }),
  View: ({ site }) => (
    <OfficePage title="About">
      <Panel title="Signbook" form>
        <Facts
          of={[
            ['Version', site.version],
            ['Address', site.publicUrl],
            ['Mode', site.demo ? 'demo' : site.live ? 'live' : 'test'],
            ['Time zone', site.timezone],
            [
              'Staff API',
              <Fragment key="a">
                <a href={paths.apiReference}>API reference</a> <a href={paths.openapi}>(OpenAPI, JSON)</a>
                {useRights().manage && (
                  <>
                    , <a href={paths.serviceAccounts}>Service accounts</a>
                  </>
                )}
              </Fragment>,
            ],
          ]}
        />
        <Help support={site.support} />
      </Panel>
    </OfficePage>
  ),
})
