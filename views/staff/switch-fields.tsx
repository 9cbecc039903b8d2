import { type SchoolSwitches, switchFields } from '#src/schools/rules/school.ts'
import { Check } from '../ui/check.tsx'

/** Settings that consumers (LTI 1.1) and deployments (LTI 1.3) share. */
export const SwitchFields = ({ of }: { of: SchoolSwitches }) => {
  const box = (name: keyof SchoolSwitches) => ({
    name: switchFields[name],
    value: 'yes',
    defaultChecked: of[name],
  })
  return (
    <>
      <fieldset className="checks">
        <legend>Students can use</legend>
        <Check label="Card payment" {...box('acceptsPayment')} />
        <Check label="Access code" {...box('acceptsAccessCode')} />
      </fieldset>
      <fieldset className="checks">
        <legend>Schools for children</legend>
        <Check
          label="K-12 school"
          hint="Hides the help chat and card payment. Shows an email link instead of the chat."
          {...box('isK12')}
        />
        <Check
          label="Allow card payment in this K-12 school"
          hint="Students in this school can pay by card."
          {...box('takesCardsK12')}
        />
      </fieldset>
      <Check label="Send grades to the LMS" {...box('passesGrades')} />
    </>
  )
}
