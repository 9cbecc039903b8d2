import { hrefs, paths } from '../../paths.ts'
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

export const RotateForm = ({ consumerKey }: { consumerKey: string }) => (
  <Panel title="Secret">
    <p>
      You see a new secret only once. The current secret keeps working, so the school has time to switch. Any older
      secret stops working.
    </p>
    <form method="post" action={hrefs.consumer(consumerKey)}>
      <input type="hidden" name="key" value={consumerKey} />
      <Button look="quiet" name="intent" value="rotate">
        Make a new secret…
      </Button>
    </form>
  </Panel>
)
