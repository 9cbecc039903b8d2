import type { Coverage } from '#src/access/rules/coverage.ts'
import type { PriceList } from '#src/payments/rules/checkout.ts'
import type { StudentDates } from '#src/payments/rules/pay-page.ts'
import { inLanguage, payPaths } from '../pay-paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'

/** Says that the course is open, and until when. */
export const CourseReady = ({ course, accessEnds }: StudentDates & { course: string }) => (
  <p>
    <span dir="auto">{course}</span> {useTexts('pay').ready(accessEnds)}
  </p>
)

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

/** Next steps of a person who is in, and the dictionary. `signedUp`: they came by a teacher's link, so no LMS lists them. */
export const WhatsNext = ({ signedUp }: { signedUp: boolean }) => {
  const texts = useTexts('pay')
  const language = useLanguage()
  return (
    <>
      <div className="whats-next">
        <h3>{texts.next}</h3>
        <ol>
          <li>{texts.nextNow}</li>
          <li>{signedUp ? texts.nextLogIn : texts.nextLink}</li>
          <li>{signedUp ? texts.nextHelp : texts.nextTeacher}</li>
        </ol>
      </div>
      <p>
        <a href={inLanguage(payPaths.dictionary, language)} target="_blank" rel="noopener">
          {texts.lookUpSign}
        </a>
      </p>
    </>
  )
}

/** Button for a person who is in: to the course, else to the LMS. Without an address, says how. Leaves the frame. */
export const ToCourse = ({ courseUrl, lmsUrl }: Record<'courseUrl' | 'lmsUrl', string | null>) => {
  const texts = useTexts('pay')
  if (courseUrl)
    return (
      <ButtonLink href={courseUrl} top>
        {texts.openCourse}
      </ButtonLink>
    )
  if (!lmsUrl) return <p>{texts.openInLms}</p>
  return (
    <>
      <ButtonLink href={lmsUrl} top>
        {texts.backTo(new URL(lmsUrl).host)}
      </ButtonLink>
      <p>{texts.openThere}</p>
    </>
  )
}
