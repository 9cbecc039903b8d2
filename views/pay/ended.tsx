import { Notice } from '../ui/notice.tsx'
import { useTexts } from '../ui/texts.ts'

/** Says that access has ended. `again` offers a new period on the same enrollment. */
export const Ended = ({ date, again = false }: { date: string; again?: boolean }) => {
  const texts = useTexts('pay')
  return (
    <Notice tone="plain">
      <span>
        <strong>{texts.accessEnded(date)}.</strong>
        {again && ` ${texts.openAgain}`}
      </span>
    </Notice>
  )
}
