import { shortTime } from '#src/core/rules/business-day.ts'
import { shownFields } from '#src/signs/rules/added-signs.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { Confirm } from '../confirm.tsx'
import { History } from '../history.tsx'
import { staffScreen } from '../staff-screen.ts'
import { ChangeTag, ChangeWords } from './change-tag.tsx'
import EntryForm from './entry-form.island.tsx'
import { FieldChanges } from './field-changes.tsx'
import { approve, discard, restore, type SignPage, save, sendBack, showSignEntry, withdraw } from './load.ts'
import { OpenChange } from './open-change.tsx'
import { Withdrawing, Withdrawn } from './withdraw.tsx'

/** One entry of the dictionary: its form, the review of a change, and earlier changes. */
export const signScreen = staffScreen<SignPage>({
  path: paths.sign,
  right: 'clips',
  load: context => showSignEntry(context),
  submit: { save, approve, 'send-back': sendBack, discard, withdraw, restore },
  View: ({ data, site }) => {
    const { sign, standing, open, changes, now, rights } = data
    if (!sign)
      return (
        <OfficePage title="Sign not found">
          <p>
            The dictionary has no such sign. <a href={paths.signs}>All entries</a>
          </p>
        </OfficePage>
      )
    const reviews = rights.review && open?.state === 'waiting'
    const earlier = changes.filter(change => change.id !== open?.id)
    return (
      <OfficePage
        title={sign.gloss}
        lead={
          <>
            Unit {sign.lesson} ·{' '}
            {standing === 'listed' && (
              <>
                <a href={hrefs.dictionary(paths.dictionary, { sign: sign.slug })}>In the dictionary</a> ·{' '}
                <a href={hrefs.clipSign(sign.slug)}>Clips of this sign</a> ·{' '}
              </>
            )}
            <a href={paths.signs}>All entries</a>
          </>
        }
      >
        <Feedback feedback={data.feedback} />
        {data.confirmation && (
          <Confirm confirmation={data.confirmation} action={hrefs.sign(sign.slug)} back={hrefs.sign(sign.slug)} />
        )}
        {open && (
          <OpenChange
            change={open}
            now={standing === 'listed' ? now : undefined}
            reviews={reviews}
            timezone={site.timezone}
            says={data.withdrawalSays}
            comment={{ typed: data.typedComment, problem: data.commentProblem }}
          />
        )}
        <Beside>
          {standing === 'withdrawn' ? (
            <Withdrawn sign={sign} seen={data.seen} />
          ) : (
            <Panel title="Entry">
              <p className="soft">Leave unknown fields empty. The dictionary shows only filled ones.</p>
              <Island
                of={EntryForm}
                props={{
                  action: hrefs.sign(sign.slug),
                  gloss: sign.gloss,
                  texts: data.texts,
                  problems: data.problems,
                  seen: data.seen,
                  reviews,
                }}
              />
            </Panel>
          )}
          <div>
            {earlier.length > 0 && (
              <Panel title="Earlier changes">
                <ol className="history">
                  {earlier.map(change => (
                    <li key={change.id}>
                      <p>
                        <ChangeTag state={change.state} /> {change.proposedBy ?? 'Unknown'}{' '}
                        <span className="soft">{shortTime(change.createdAt, site.timezone)}</span>
                      </p>
                      <ChangeWords change={change} />
                      <FieldChanges fields={shownFields(change)} />
                    </li>
                  ))}
                </ol>
              </Panel>
            )}
            {rights.see && <History title="Audit" entries={data.history} timezone={site.timezone} />}
            {standing === 'listed' && !open?.withdraws && <Withdrawing sign={sign} seen={data.seen} />}
          </div>
        </Beside>
      </OfficePage>
    )
  },
})
