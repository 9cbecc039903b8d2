import type { PriceList } from '#src/domain/checkout.ts'
import type { Coverage } from '#src/domain/coverage.ts'
import { still } from '../ui/still.ts'

/** Lists the products of the course: covered by a code or payment, or still needed, with the card price. */
export const Needs = ({ needs, prices }: { needs: Coverage[]; prices?: PriceList | null | undefined }) => (
  <ul className="needs">
    {needs.map(({ id, product, code, paid }) => {
      const byCode = code !== null
      const covered = byCode || paid
      const price = covered ? undefined : prices?.lines.find(l => l.id === id)?.text
      return (
        <li
          key={id}
          className={covered ? 'covered' : undefined}
          {...still(
            Need,
            { covered, byCode, isPriced: price !== undefined },
            { product, code: code ?? '', price: price ?? '' },
          )}
        />
      )
    })}
  </ul>
)

type NeedProps = {
  covered: boolean
  byCode: boolean
  isPriced: boolean
  product: string
  code: string
  price: string
}

const Need = ({ covered, byCode, isPriced, product, code, price }: NeedProps) => (
  <>
    <span dir="auto">{product}</span>
    <span className="visually-hidden">{covered ? ', done' : ', still needed'}</span>
    {byCode && <code>{code}</code>}
    {covered && !byCode && <strong>Paid</strong>}
    {isPriced && <span className="price">{price}</span>}
  </>
)
