import type { StaffCoupon, StaffUse } from '#src/codes/rules/staff-coupon.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { TwoLines } from '../list/two-lines.tsx'
import type { Target, TransferPick, UseMoves } from './use-moves.ts'

interface UseFormsProps {
  coupon: StaffCoupon
  use: StaffUse
  /** Absent for a code with many uses. */
  moves: UseMoves | undefined
  pick: TransferPick | null
}

/** Transfers a use to a person who is picked, or releases it. */
export const UseForms = ({ coupon, use, moves, pick }: UseFormsProps) => (
  <Panel title={`${use.email ?? use.token}, ${use.course}`}>
    <form method="post" action={hrefs.accessCode(coupon.code)} className="row">
      <input type="hidden" name="use_id" value={use.id} />
      <Field
        label="Transfer to"
        hint="Name, email, code or link of the person"
        name="who"
        defaultValue={pick?.who}
        problem={pick?.problem ?? undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={300}
      />
      <Button look="quiet" name="intent" value="transfer">
        Find person
      </Button>
    </form>
    <Targets coupon={coupon} use={use} targets={pick?.targets ?? moves?.own ?? []} />
    <Release coupon={coupon} use={use} effects={moves?.release ?? null} />
  </Panel>
)

/** Rows that the code can move to, each with its button. If there is none, the found rows say why. */
const Targets = ({ coupon, use, targets }: Omit<UseFormsProps, 'moves' | 'pick'> & { targets: Target[] }) => {
  const able = targets.filter(target => target.refused === null)
  const shown = able.length > 0 ? able : targets.slice(0, MOST_REFUSED)
  if (shown.length === 0) return null
  return (
    <DataTable
      caption={`People to whom ${coupon.code} can move`}
      head={['Person', 'Transfer']}
      empty=""
      rows={shown.map(target => ({
        key: target.token,
        cells: [
          <TwoLines key="p" below={[target.email, target.course, target.school].filter(Boolean).join(', ')}>
            <a href={hrefs.token(target.token)}>{target.name}</a>
          </TwoLines>,
          target.refused ?? (
            <form key="f" method="post" action={hrefs.accessCode(coupon.code)}>
              <input type="hidden" name="use_id" value={use.id} />
              <input type="hidden" name="token" value={target.token} />
              <Button look="quiet" name="intent" value="transfer" aria-label={`Transfer to ${target.name}…`}>
                Transfer…
              </Button>
            </form>
          ),
        ],
      }))}
    />
  )
}

const MOST_REFUSED = 5

interface ReleaseProps {
  coupon: StaffCoupon
  use: StaffUse
  effects: UseMoves['release']
}

/** With known effects it asks for the reason at once, else on a page of its own. */
const Release = ({ coupon, use, effects }: ReleaseProps) => (
  <form method="post" action={hrefs.accessCode(coupon.code)} className="form">
    <input type="hidden" name="use_id" value={use.id} />
    {effects && (
      <>
        <h3>Release</h3>
        <ul className="bullets">
          {effects.says.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <input type="hidden" name="confirmed" value={effects.effectsKey} />
        <Field label="Reason" name="reason" maxLength={500} autoComplete="off" />
      </>
    )}
    <div className="buttons">
      <Button look={effects ? 'danger' : 'quiet'} name="intent" value="release">
        {effects ? 'Release' : 'Release…'}
      </Button>
    </div>
  </form>
)
