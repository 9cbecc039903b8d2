import { queues, queueText } from '#src/clips/rules/queue.ts'
import { hrefs, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { ConsentPanel } from '../clip/consent-panel.tsx'
import { NoFfmpeg } from '../clip/no-ffmpeg.tsx'
import { staffScreen } from '../staff-screen.ts'
import { Entries } from './entries.tsx'
import { agree, type ClipsPage, publishUnit, showClips } from './load.ts'

/** The clip studio: the signs of a unit by how far their clips are. */
export const clipsScreen = staffScreen<ClipsPage>({
  path: paths.clips,
  right: 'clips',
  nav: { group: 'Catalog', label: 'Clips' },
  load: context => showClips(context),
  submit: { agree, publish: publishUnit },
  View: ({ data }) => {
    const { unit, show, units, entries, counts, unfinished, ffmpeg, consent, rights, feedback, next } = data
    const here = (to: { unit?: number; show?: string }) =>
      hrefs.clips({ unit: String(to.unit ?? unit), show: to.show ?? show })
    return (
      <OfficePage title="Clips" lead="Record, review and publish a clip for each sign.">
        <NoFfmpeg ready={ffmpeg} />
        <Feedback feedback={feedback} />
        {rights.record && <ConsentPanel {...consent} action={here({})} />}
        <p className="buttons">
          {next && consent.own && (
            <ButtonLink href={hrefs.clipSign(next.slug)}>Record the next sign: {next.gloss}</ButtonLink>
          )}
          <a className="button button-quiet" href={paths.clipFiles}>
            {rights.record ? 'Add many files' : 'Unfinished clips'}
            {unfinished > 0 && <span className="count">{unfinished}</span>}
          </a>
          <a className="button button-quiet" href={hrefs.signs({ unit: String(unit) })}>
            Entries of this unit
          </a>
          <a className="button button-quiet" href={paths.signedHelp}>
            Signed help
          </a>
          {rights.manage && (
            <a className="button button-quiet" href={paths.clipSigners}>
              Signers and consent
            </a>
          )}
        </p>
        <nav aria-label="Units" className="clip-units">
          <ul className="pills">
            {units.map(u => (
              <li key={u.unit}>
                <a className="pill" href={here({ unit: u.unit })} aria-current={u.unit === unit ? 'page' : undefined}>
                  Unit {u.unit}
                  <span className="clip-share">
                    {u.published}/{u.signs}
                    {u.waiting > 0 && ` · ${u.waiting} to review`}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Panel title={`Unit ${unit}`}>
          <nav aria-label="How far" className="clip-queues">
            {queues.map(queue => (
              <a key={queue} href={here({ show: queue })} aria-current={queue === show ? 'page' : undefined}>
                {queueText[queue]} <span className="soft">{counts[queue]}</span>
              </a>
            ))}
          </nav>
          {show === 'approved' && rights.review && entries.length > 1 && (
            <form method="post" action={here({})}>
              <Button name="intent" value="publish">
                Publish all approved clips of this unit
              </Button>
            </form>
          )}
          <Entries entries={entries} show={show} rights={rights} />
        </Panel>
      </OfficePage>
    )
  },
})
