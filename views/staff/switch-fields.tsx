import { type SchoolSwitches, switchFields } from '#src/domain/school.ts'
import { Check } from '../ui/check.tsx'

/** What a school takes and what it is, the same for a consumer (1.1) and a deployment (1.3). */
export const SwitchFields = ({ of }: { of: SchoolSwitches }) => {
  const box = (name: keyof SchoolSwitches) => ({
    name: switchFields[name],
    value: 'yes',
    defaultChecked: of[name],
  })
  return (
    <>
      <fieldset className="checks">
        <legend>Students enter by</legend>
        <Check label="Card payment" {...box('acceptsPayment')} />
        <Check label="Access code" {...box('acceptsAccessCode')} />
      </fieldset>
      <fieldset className="checks">
        <legend>For children</legend>
        <Check
          label="K-12 school"
          hint="No help chat, and no card payment; an email link stands in the chat's place"
          {...box('isK12')}
        />
        <Check
          label="Card payment all the same"
          hint="Shows the card to students of a K-12 school, too"
          {...box('takesCardsK12')}
        />
      </fieldset>
      <Check label="Sends grades to the LMS" {...box('passesGrades')} />
    </>
  )
}
