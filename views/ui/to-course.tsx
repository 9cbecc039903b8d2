import { ButtonLink } from './button.tsx'
import { useTexts } from './texts.ts'

interface ToCourseProps {
  courseUrl: string | null
  lmsUrl: string | null
  /** The page is usually framed by the course, so the LMS front page is only offered as a link. */
  framed?: boolean
}

/** Link for a person who is in: to the course, else to the LMS, else instructions. Leaves the frame. */
export const ToCourse = ({ courseUrl, lmsUrl, framed }: ToCourseProps) => {
  const texts = useTexts('pay')
  if (courseUrl)
    return (
      <ButtonLink href={courseUrl} top>
        {texts.openCourse}
      </ButtonLink>
    )
  if (framed)
    return (
      <p>
        {texts.closePage}
        {lmsUrl && (
          <>
            {texts.or}{' '}
            <a href={lmsUrl} target="_top">
              {texts.goBackTo(new URL(lmsUrl).host)}
            </a>
          </>
        )}
        .
      </p>
    )
  return lmsUrl ? (
    <ButtonLink href={lmsUrl} top>
      {texts.backTo(new URL(lmsUrl).host)}
    </ButtonLink>
  ) : (
    <p>{texts.openInLms}</p>
  )
}
