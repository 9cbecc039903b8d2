import { type BatchCode, type CodeBatch, openCodes } from '#src/access/rules/code-batches.ts'
import { counted } from '#src/core/rules/counted.ts'
import { hrefs } from '../../paths.ts'
import { ActionButton, ButtonLink, QuietLink } from '../../ui/button.tsx'
import { Badge, DataTable, Facts, linkTo } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { OrderFields } from '../codes/order.tsx'
import { useRights } from '../staff-screen.ts'

interface BatchProps {
  batch: CodeBatch
  codes: BatchCode[]
  isMailed: boolean
}

/** Codes of one batch, with links to download and print them. */
export const Batch = ({ batch, codes, isMailed }: BatchProps) => {
  const { date } = useDates()
  const { change: mayTake } = useRights()
  const products = [...new Set(codes.map(c => c.productCode))]
  const ends = [...new Set(codes.map(c => (c.expiresAt ? date(c.expiresAt) : 'no end date')))]
  return (
    <Panel title={`${batch.productName}: ${counted(batch.size, 'code', 'codes')}`}>
      <Facts
        of={[
          ['Made', `${date(batch.createdAt)}, ${batch.madeBy}`],
          ['Products', products.length > 1 && products.join(', ')],
          ['Seats', `${batch.used.toLocaleString('en-US')} of ${batch.seats.toLocaleString('en-US')} used`],
          ['Good until', ends.length > 1 ? 'different dates' : (ends[0] ?? 'no end date')],
          ['School', batch.school && linkTo(hrefs.schoolPage(batch.school.id), batch.school.name)],
          ['File', batch.fileName],
          ['Seller', batch.seller],
          ['Note', batch.note],
        ]}
      />
      {mayTake ? (
        <>
          <div className="buttons">
            <ButtonLink href={hrefs.codeCards(batch.id)}>Print cards</ButtonLink>
            <QuietLink href={hrefs.batchCsv(batch.id)} download>
              Save as CSV
            </QuietLink>
          </div>
          {openCodes(codes).length > 0 && <MailCards batch={batch} isMailed={isMailed} />}
        </>
      ) : (
        <p className="soft">You see used codes only. Ask a manager for the others.</p>
      )}
      <DataTable
        caption="Codes"
        head={['Code', 'Used']}
        figures={[1]}
        empty={mayTake ? 'No codes.' : 'No used codes yet.'}
        rows={codes.map(c => ({
          key: c.code,
          cells: [
            <span key="c" className="copied">
              <a href={hrefs.accessCode(c.code)} data-copy={mayTake || undefined}>
                <code>{c.code}</code>
              </a>
            </span>,
            <span key="u">
              {c.used}/{c.maxUsage} {c.voidedAt && <Badge tone="problem">void</Badge>}
            </span>,
          ],
        }))}
      />
    </Panel>
  )
}

const MailCards = ({ batch, isMailed }: Pick<BatchProps, 'batch' | 'isMailed'>) => {
  const sent = usePosted('mail')
  return (
    <form method="post" action={hrefs.batch(batch.id)} className="row">
      <Field
        label="Email of the coordinator"
        hint="They get a link to print the cards or save the file."
        name="email"
        sent={sent}
        type="text"
        inputMode="email"
        maxLength={254}
      />
      <ActionButton intent="mail" label="Mail cards" look="quiet" />
      {isMailed && <ActionButton intent="end-links" label="End mailed links" look="danger" />}
    </form>
  )
}

type BatchActionsProps = Pick<BatchProps, 'batch' | 'codes'> & {
  schools: { value: string; label: string }[]
  today: string
}

/** Forms for all codes of an order: their last day, void, and the order's school, seller and note. */
export const BatchActions = ({ batch, codes, schools, today }: BatchActionsProps) => {
  const sent = usePosted('annotate', 'extend')
  const { fields, problems } = sent
  const open = openCodes(codes).length
  return (
    <Panel title="This order" form>
      {open > 0 && (
        <form method="post" action={hrefs.batch(batch.id)} className="form">
          <Field
            label="Good until"
            hint={`For ${counted(open, 'code', 'codes')} with uses left. Leave empty for no end date.`}
            name="good_until"
            type="date"
            min={today}
            defaultValue={fields.good_until}
            problem={problems.good_until}
          />
          <div className="buttons">
            <ActionButton intent="extend" label="Extend" look="quiet" />
            <ActionButton intent="void" label={`Void unused (${open.toLocaleString('en')})`} look="danger" />
          </div>
        </form>
      )}
      <form method="post" action={hrefs.batch(batch.id)} className="form">
        <OrderFields schools={schools} sent={sent} batch={batch} />
        <ActionButton intent="annotate" label="Save" look="quiet" />
      </form>
    </Panel>
  )
}
