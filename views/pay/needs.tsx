import type { Coverage } from '#src/access/rules/coverage.ts'
import type { PriceList } from '#src/payments/rules/checkout.ts'
import { useTexts } from '../ui/texts.ts'

interface NeedsProps {
  needs: Coverage[]
  prices?: PriceList | null | undefined
  /** Leaves the codes out where the page lists them elsewhere. */
  withoutCodes?: boolean
}

/** Lists the products of the course: covered by a code or payment, or still needed, with the card price. */
export const Needs = ({ needs, prices, withoutCodes = false }: NeedsProps) => {
  const texts = useTexts('pay')
  return (
    <ul className="needs">
      {needs.map(({ id, product, code, paid }) => {
        const covered = code !== null || paid
        const price = covered ? undefined : prices?.lines.find(l => l.id === id)?.text
        return (
          <li key={id} className={covered ? 'covered' : undefined}>
            <span dir="auto">{product}</span>
            <span className="visually-hidden">{covered ? texts.covered : texts.stillNeeded}</span>
            {code !== null && !withoutCodes && <code>{code}</code>}
            {covered && code === null && <strong>{texts.paid}</strong>}
            {price !== undefined && <span className="price">{price}</span>}
          </li>
        )
      })}
    </ul>
  )
}
