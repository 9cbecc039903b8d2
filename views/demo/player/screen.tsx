import Player from '../../dictionary/player.island.tsx'
import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { demoPage, page, screen } from '../../screen.ts'
import { PageHeader } from '../../ui/public-page.tsx'

/** Test clip: a counter from 0 to 89 in three seconds (test/support/make-player-clip.mjs). */
const CLIP = '/assets/player-test.webm'

/** The sign player with a test clip. The sample content has no videos, because only a Deaf signer can record them. */
export const demoPlayer = screen({
  path: paths.demoPlayer,
  ...demoPage,
  load: async () => page({}, { title: 'The sign player' }),
  View: () => (
    <div className="column">
      <PageHeader title="The sign player" about="With a test clip: each frame shows its number">
        <a href={paths.demo}>Back to the practice LMS</a>
      </PageHeader>
      <section className="card">
        <Island of={Player} props={{ video: CLIP, name: 'Test clip' }} eager />
      </section>
    </div>
  ),
})
