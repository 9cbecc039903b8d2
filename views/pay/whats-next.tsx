import { useTexts } from '../ui/texts.ts'

/** Next steps of a person who is in. `signedUp`: they came by a teacher's link, so no LMS lists them. */
export const WhatsNext = ({ signedUp }: { signedUp: boolean }) => {
  const texts = useTexts('pay')
  return (
    <div className="whats-next">
      <h3>{texts.next}</h3>
      <ol>
        <li>{texts.nextNow}</li>
        <li>{signedUp ? texts.nextLogIn : texts.nextLink}</li>
        <li>{signedUp ? texts.nextHelp : texts.nextTeacher}</li>
      </ol>
    </div>
  )
}
