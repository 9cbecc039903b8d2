import { paths } from '../../paths.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'
import { PlatformAddresses, ToolAddresses } from './addresses.tsx'
import { createPlatform, type PlatformPage, showPlatform } from './load.ts'
import { PlatformForm } from './platform-form.tsx'

/** Create LTI 1.3 Credentials: registers a school's LMS by hand. */
export const platformScreen = staffScreen<PlatformPage>({
  path: paths.createPlatform,
  nav: { group: 'Schools', label: 'Create LTI 1.3 Credentials', hint: 'Connect an LMS' },
  load: context => showPlatform(context),
  submit: { default: createPlatform },
  View: ({ data, site }) => (
    <OfficePage title="Create LTI 1.3 Credentials" lead="Connect a school's LMS. Ask the school for its client ID.">
      <Feedback feedback={data.feedback} />
      <Beside>
        <div>
          {data.created && <PlatformAddresses platform={data.created} />}
          {data.rights.manage ? (
            <PlatformForm data={data} />
          ) : (
            <Panel>
              <p>Ask a manager to create credentials.</p>
            </Panel>
          )}
        </div>
        <ToolAddresses site={site} />
      </Beside>
    </OfficePage>
  ),
})
