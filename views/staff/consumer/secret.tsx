import { paths } from '../../paths.ts'
import type { Site } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/office-page.tsx'

/** Values that the school enters in its LMS. The secret is shown only here. */
export const Secret = ({ consumerKey, secret, site }: { consumerKey: string; secret: string; site: Site }) => (
  <Panel title="Send to the school's administrator" form>
    <Notice tone="plain">Copy the secret now. You won't see it again.</Notice>
    <Facts
      of={[
        ['Launch URL', <Copied key="u">{site.publicUrl + paths.launch}</Copied>],
        ['Consumer key', <Copied key="k">{consumerKey}</Copied>],
        ['Shared secret', <Copied key="s">{secret}</Copied>],
      ]}
    />
  </Panel>
)

/** The button that asks for a new secret. The page `action` makes it. */
export const RotateForm = ({ action, consumerKey }: { action: string; consumerKey: string }) => (
  <form method="post" action={action}>
    <input type="hidden" name="key" value={consumerKey} />
    <Button look="quiet" name="intent" value="rotate">
      Make a new secret…
    </Button>
  </form>
)
