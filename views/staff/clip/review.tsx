import type { Clip } from '#src/clips/rules/clip.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { ClipPage } from './load.ts'

const ASKED: Partial<Record<Clip['state'], string>> = {
  waiting: 'Is the sign right, clear and well framed? To send it back, write a comment.',
  approved: 'The clip is approved. Publish it to show it in the dictionary.',
  published: 'The dictionary shows this clip.',
  replaced: 'A newer clip replaced this one. You can publish it again.',
  sent_back: 'Sent back. Ask the signer to record it again.',
}

/** The steps that a reviewer may take with a clip. */
export const Review = ({ data: { rights }, clip }: { data: ClipPage; clip: Clip }) => (
  <Panel title="Review">
    <p>{ASKED[clip.state]}</p>
    <form method="post" action={hrefs.clip(clip.id)} className="buttons">
      {rights.review && clip.state === 'waiting' && (
        <>
          <Button name="intent" value="approve-and-publish">
            Approve and publish
          </Button>
          <Button look="quiet" name="intent" value="approve">
            Approve only
          </Button>
        </>
      )}
      {rights.review && clip.state === 'approved' && (
        <Button name="intent" value="publish">
          Publish
        </Button>
      )}
      {rights.review && clip.state === 'replaced' && (
        <Button name="intent" value="publish">
          Publish this version again
        </Button>
      )}
      {rights.review && clip.state === 'published' && (
        <Button look="quiet" name="intent" value="take-down">
          Take down
        </Button>
      )}
    </form>
  </Panel>
)
