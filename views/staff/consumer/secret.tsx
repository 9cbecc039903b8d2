import { hrefs, paths } from '../../paths.ts'
import type { Site } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/office-page.tsx'

/** What the school needs, with the secret: it stands here once and is not shown again. */
export const Secret = ({ consumerKey, secret, site }: { consumerKey: string; secret: string; site: Site }) => (
  <Panel title="For the school's administrator" form>
    <Notice tone="plain">Copy the secret now. It is not shown again.</Notice>
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
      A new secret is shown once. The one in use stays good beside it, so that the school has time to change it; the one
      before that ends.
    </p>
    <form method="post" action={hrefs.consumer(consumerKey)}>
      <input type="hidden" name="key" value={consumerKey} />
      <Button look="quiet" name="intent" value="rotate">
        Make a new secret…
      </Button>
    </form>
  </Panel>
)
