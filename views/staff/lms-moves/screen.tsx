import { counted } from '#src/core/rules/counted.ts'
import { undoMove } from '#src/lti/carried-people.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import { decideLmsMove, listMoves, type MoveDecided, type ShownMove } from '#src/schools/lms-moves.ts'
import {
  describeCarried,
  describeReplacement,
  type LmsMove,
  listEvidence,
  lmsMoveRefusals,
  MOST_MOVES,
  type MoveCandidate,
  type MoveDecision,
  moveMessages,
} from '#src/schools/rules/lms-moves.ts'
import { ask, confirmationIn, done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { PostButton } from '../../ui/button.tsx'
import { Bullets, DataTable, Facts, linkTo } from '../../ui/facts.tsx'
import { OfficePage, Panel, useDates } from '../../ui/office-page.tsx'
import { formId, type StaffContext, staffScreen, useRights } from '../staff-screen.ts'

const decided = (result: MoveDecided, text: string, isUndoable = true) =>
  result.ok
    ? done(paths.lmsMoves, text, isUndoable ? { undo: { id: String(result.move.deploymentId) } } : {})
    : refused(result.reason, lmsMoveRefusals[result.reason], schoolStatus[result.reason])

const decide = async ({ app, staff }: StaffContext, form: Form, decision: MoveDecision) =>
  decided(
    await decideLmsMove(app, formId(form), decision, staff),
    moveMessages[decision === 'other' ? 'other' : 'replaces'],
  )

const keyOf = ({ kind, id }: Pick<MoveCandidate, 'kind' | 'id'>) => `${kind} ${id}`

/** Carries over after a confirmation, which says in numbers what. */
const replace = async (context: StaffContext, form: Form) => {
  const move = (await listMoves(context.app, context.staff)).find(m => m.deploymentId === formId(form))
  const candidate = move?.candidates.find(c => keyOf(c) === form.fields.replaces)
  if (!move || !candidate) return decide(context, form, { replaces: { kind: 'deployment', id: 0 } })
  const effectsKey = JSON.stringify([move.schoolId, candidate.schoolId, candidate.courses, candidate.people])
  if (confirmationIn(form)?.confirmed !== effectsKey)
    return ask({
      title: `Does it replace the registration of ${candidate.school}?`,
      says: describeReplacement(move, candidate),
      effectsKey,
      button: 'Yes, carry everything over',
      needsReason: false,
    })
  return decide(context, form, { replaces: candidate })
}

const undo = async ({ app, staff }: StaffContext, form: Form) =>
  decided(await undoMove(app, formId(form), staff), moveMessages.undone, false)

/** Schools that move: deployments of an LMS that is known already. Staff decide if they replace an earlier connection. */
export const lmsMovesScreen = staffScreen({
  path: paths.lmsMoves,
  nav: { section: 'Today', label: 'Schools that move', waits: 'moves' },
  load: async ({ app, staff }) => page(await listMoves(app, staff), { title: 'Schools that move' }),
  acts: 'manage',
  submit: { replace, other: (context, form) => decide(context, form, 'other'), undo },
  View: ({ data: moves }) => {
    const { date } = useDates()
    const { manage } = useRights()
    const [open, rest] = [moves.filter(m => m.state === 'asked'), moves.filter(m => m.state !== 'asked')]
    return (
      <OfficePage
        title="Schools that move"
        lead="An LMS that we know registered again. Is it the same school? Until you decide, nobody in it is asked to pay."
      >
        {open.length === 0 && (
          <Panel>
            <p>No school waits for a decision.</p>
          </Panel>
        )}
        {open.map(move => (
          <MovePanel key={move.deploymentId} move={move} />
        ))}
        {rest.length > 0 && (
          <Panel title="Decided">
            <DataTable
              caption="Decisions"
              head={['School', 'LMS', 'Decision', 'By', 'On', '']}
              rows={rest.map(move => ({
                key: move.deploymentId,
                cells: [
                  linkTo(hrefs.schoolPage(move.schoolId), move.school),
                  `${move.domain}, client ID ${move.clientId}`,
                  move.replaces ? `Replaces ${move.replaces}` : 'Another school',
                  move.decidedBy,
                  move.decidedAt && date(move.decidedAt),
                  manage && <MoveButton key="b" move={move} intent="undo" label="Undo" />,
                ],
              }))}
            />
          </Panel>
        )}
        {moves.length === MOST_MOVES && (
          <p className="soft">
            At most {MOST_MOVES} schools are listed: those that wait longest, then the newest decisions.
          </p>
        )}
      </OfficePage>
    )
  },
})

interface MoveButtonProps {
  move: LmsMove
  intent: string
  label: string
  look?: 'primary'
  replaces?: MoveCandidate
}

/** Decides about a deployment, or undoes the decision. A screen reader hears which. */
const MoveButton = ({ move, replaces, ...button }: MoveButtonProps) => (
  <PostButton
    to={paths.lmsMoves}
    fields={{ id: move.deploymentId, ...(replaces && { replaces: keyOf(replaces) }) }}
    {...button}
    aria-label={`${button.label}: ${replaces?.name ?? move.school}`}
  />
)

const MovePanel = ({ move }: { move: ShownMove }) => {
  const { date } = useDates()
  const { manage } = useRights()
  return (
    <Panel title={move.school}>
      <Facts
        of={[
          ['Platform', move.domain],
          ['Issuer', move.issuer],
          ['Client ID', move.clientId],
          ['Deployment', move.deployment],
          [
            'Opened so far',
            `${counted(move.courses, 'course', 'courses')}, ${counted(move.people, 'person', 'people')}`,
          ],
          ['Since', date(move.askedAt)],
        ]}
      />
      <h3>Does it replace one of these?</h3>
      {move.candidates.map(candidate => (
        <section key={keyOf(candidate)} className="candidate">
          <h4>
            <a href={hrefs.schoolPage(candidate.schoolId)}>{candidate.school}</a>: {candidate.name}
          </h4>
          <p>
            Evidence: {listEvidence(candidate).join(', ')}. Since {date(candidate.since)}.
          </p>
          <Bullets of={describeCarried(candidate)} />
          {manage && (
            <MoveButton move={move} replaces={candidate} intent="replace" label="Replaces this…" look="primary" />
          )}
        </section>
      ))}
      {manage && <MoveButton move={move} intent="other" label="It is another school" />}
    </Panel>
  )
}
