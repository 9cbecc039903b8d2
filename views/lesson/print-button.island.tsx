import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { useTexts } from '../ui/texts.ts'

/** Prints the page. Without a script it says how. */
const PrintButton = () => {
  const { print: label, howTo } = useTexts('teacher').sheet
  return useHydrated() ? <Button onClick={() => print()}>{label}</Button> : <p className="hint">{howTo}</p>
}

export default island('lesson/print-button', PrintButton, ['teacher'])
