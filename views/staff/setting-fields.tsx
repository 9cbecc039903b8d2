import { type SchoolSwitches, switchFields } from '#src/schools/rules/school.ts'
import { Check } from '../ui/choices.tsx'

/** Settings of a school that are on or off. */
export const SwitchFields = ({ of }: { of: SchoolSwitches }) => {
  const box = (name: keyof SchoolSwitches) => ({
    name: switchFields[name],
    value: 'yes',
    defaultChecked: of[name],
  })
  return (
    <>
      <Check
        label="K-12 school"
        hint="Hides the help chat and phone numbers. Usually takes access codes only."
        {...box('isK12')}
      />
      <fieldset className="checks">
        <legend>Students can use</legend>
        <Check label="Card payment" {...box('acceptsPayment')} />
        <Check label="Access code" {...box('acceptsAccessCode')} />
      </fieldset>
      <Check
        label="Yearly access"
        hint="Access lasts one year, or until the course ends if that is later."
        {...box('yearlyAccess')}
      />
      <Check label="Send grades to the LMS" {...box('passesGrades')} />
      <Check
        label="Add a grade column for each unit link (LTI 1.3)"
        hint="For links that teachers place from now on. Otherwise a course gets one column."
        {...box('addsUnitColumns')}
      />
    </>
  )
}
