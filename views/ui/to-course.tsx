import { ButtonLink } from './button.tsx'
import { useTexts } from './texts.ts'

interface ToCourseProps {
  courseUrl: string | null
  lmsUrl: string | null
}

/** Button for a person who is in: to the course, else to the LMS. Without an address, says how. Leaves the frame. */
export const ToCourse = ({ courseUrl, lmsUrl }: ToCourseProps) => {
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
