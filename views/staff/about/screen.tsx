import { Fragment } from 'react'
import { paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
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
      <Panel title="Log out everywhere" form>
        <form method="post" action={paths.logout} className="form">
          <p>This ends your sessions on every device. Your API tokens stop working too.</p>
          <input type="hidden" name="where" value="everywhere" />
          <Button look="quiet">Log out everywhere</Button>
        </form>
      </Panel>
    </OfficePage>
  ),
})
