import { type ListedSlot, VIEW_DAYS } from '#src/messages/rules/signed-help.ts'
import { listHelpSlots } from '#src/messages/signed-help.ts'
import { helpSignOf } from '#src/signs/clips/help-clips.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { DataTable } from '../../ui/facts.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'

const title = 'Signed Help'

/** Signed Help: which clips are missing for students, the most needed first. */
export const signedHelpScreen = staffScreen({
  path: paths.signedHelp,
  right: 'clips',
  nav: { section: 'Clips', label: title },
  load: async ({ app, staff }) => page(await listHelpSlots(app, staff), { title }),
  View: ({ data }) => {
    const missing = data.filter(({ state }) => state !== 'recorded')
    const recorded = data.filter(({ state }) => state === 'recorded')
    return (
      <OfficePage
        title={title}
        lead="Students see a short signed clip beside help on each page, error and email that has one."
      >
        <Panel title={`Record these next (${missing.length})`}>
          <p>
            The most seen come first. Record them here: the studio goes on to the next one by itself. Or import{' '}
            <code>help/NAME.md</code>, <code>NAME.mp4</code> and <code>NAME.vtt</code> with your content folder.
          </p>
          <Slots caption="Clips to record" slots={missing} empty="Every page, error and email has a clip." />
        </Panel>
        <Panel title={`Recorded (${recorded.length})`}>
          <Slots caption="Recorded clips" slots={recorded} empty="No clip has been recorded yet." />
        </Panel>
      </OfficePage>
    )
  },
})

const Slots = ({ caption, slots, empty }: { caption: string; slots: ListedSlot[]; empty: string }) => (
  <DataTable
    caption={caption}
    head={['Where students see it', 'Name of its files', `Seen in ${VIEW_DAYS} days`, 'Clip', 'Studio']}
    figures={[2]}
    minor={[1]}
    empty={empty}
    rows={slots.map(slot => ({
      key: slot.slot,
      cells: [
        slot.name,
        <code key="slot" className="whole">
          {slot.slot}
        </code>,
        slot.views.toLocaleString('en'),
        <State key="state" slot={slot} />,
        <a key="studio" href={hrefs.clipSign(helpSignOf(slot.slot))} aria-label={`Record: ${slot.name}`}>
          Record
        </a>,
      ],
    }))}
  />
)

const State = ({ slot: { slot, name, state, isTranslated } }: { slot: ListedSlot }) => {
  if (state === 'empty') return 'missing'
  return (
    <>
      <a href={hrefs.watch(slot, 'en')} aria-label={`Watch: ${name}`}>
        {state === 'test' ? 'test clip' : 'watch'}
      </a>
      {!isTranslated && ', no Spanish text'}
    </>
  )
}
