import { may } from '#src/core/rules/staff.ts'
import { alphabetStatus } from '#src/signs/contract.ts'
import { approveAlphabet, commentOnLetter, viewAlphabetReview } from '#src/signs/fingerspelling.ts'
import { ALPHABET_COMMENT_MAX, alphabetRefusals, drawingsVersion } from '#src/signs/rules/fingerspelling/review.ts'
import { type Character, characters } from '#src/signs/rules/fingerspelling/spelling.ts'
import texts from '#src/texts/en/pages/fingerspelling.ts'
import { done, makeRefuser } from '../../answer.ts'
import { Hand } from '../../fingerspelling/hand.tsx'
import { paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { ActionButton, PostButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { OfficePage, Panel, useDates, usePosted, useStaff } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

const load = async ({ app, staff }: StaffContext) =>
  page({ version: drawingsVersion, ...(await viewAlphabetReview(app, staff)) }, { title: 'Manual alphabet' })
type AlphabetPage = DataOf<typeof load>

const refuse = makeRefuser(alphabetRefusals, alphabetStatus)

const comment = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const { character = '', text = '' } = fields
  const saved = await commentOnLetter(app, { character, text }, staff)
  return saved.ok ? done(`${paths.reviewAlphabet}#letter-${character}`, 'Comment saved.') : refuse(saved.reason)
}

const approve = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const approved = await approveAlphabet(app, fields.version ?? '', staff)
  return approved.ok ? done(paths.reviewAlphabet, 'Approved. The public mark is gone.') : refuse(approved.reason)
}

/** All letters and numbers from the front and the side, for a Deaf reviewer. */
export const alphabetScreen = staffScreen({
  path: paths.reviewAlphabet,
  right: 'clips',
  nav: { section: 'Clips', label: 'Alphabet' },
  load,
  submit: { comment, approve },
  View: ({ data }) => {
    const { date } = useDates()
    const staff = useStaff()
    return (
      <OfficePage title="Manual alphabet" lead="Compare each drawing with its words. Say what looks wrong.">
        <Panel title="Approval">
          {data.review ? (
            <p>
              Approved by {data.review.by ?? 'a former colleague'} on {date(data.review.createdAt)}.
            </p>
          ) : (
            <p>The public pages say: “{texts.notReviewed}” The mark goes when a reviewer approves all 36.</p>
          )}
          {!data.review && may(staff, 'review') && (
            <PostButton
              to={paths.reviewAlphabet}
              fields={{ version: data.version }}
              intent="approve"
              label="I am a Deaf signer, and approve all 36"
              look="primary"
            />
          )}
        </Panel>
        <ul className="alphabet-review">
          {characters.map(character => (
            <li key={character} id={`letter-${character}`}>
              <Letter character={character} data={data} />
            </li>
          ))}
        </ul>
      </OfficePage>
    )
  },
})

const Letter = ({ character, data }: { character: Character; data: AlphabetPage }) => {
  const { date } = useDates()
  const sent = usePosted('comment')
  return (
    <Panel title={character}>
      <p>{texts.letters[character]}</p>
      <div className="alphabet-sides">
        <Hand drawing={character} label={`${character}, front`} />
        <Hand drawing={character} side="side" label={`${character}, side`} />
      </div>
      {data.comments
        .filter(remark => remark.character === character)
        .map(remark => (
          <p key={remark.createdAt.toISOString()} className="as-typed">
            <span className="soft">
              {remark.by ?? 'A former colleague'}, {date(remark.createdAt)}
              {remark.drawings !== data.version && ', on an earlier drawing'}:{' '}
            </span>
            {remark.text}
          </p>
        ))}
      <form method="post" action={paths.reviewAlphabet} className="form">
        <input type="hidden" name="character" value={character} />
        <TextArea
          label={`Comment on ${character}`}
          name="text"
          sent={sent.fields.character === character ? sent : undefined}
          rows={2}
          required
          maxLength={ALPHABET_COMMENT_MAX}
        />
        <ActionButton intent="comment" label="Save comment" look="quiet" />
      </form>
    </Panel>
  )
}
