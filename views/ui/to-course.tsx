import { ButtonLink } from './button.tsx'

interface ToCourseProps {
  courseUrl: string | null
  lmsUrl: string | null
  /** The page is usually framed by the course, so the LMS front page is only offered as a link. */
  framed?: boolean
}

/** Link for a person who is in: to the course, else to the LMS, else instructions. Leaves the frame. */
export const ToCourse = ({ courseUrl, lmsUrl, framed }: ToCourseProps) => {
  if (courseUrl)
    return (
      <ButtonLink href={courseUrl} top>
        Open your course
      </ButtonLink>
    )
  const host = lmsUrl && new URL(lmsUrl).host
  if (framed)
    return (
      <p>
        You can close this page and continue in your course
        {lmsUrl && (
          <>
            , or{' '}
            <a href={lmsUrl} target="_top">
              go back to {host}
            </a>
          </>
        )}
        .
      </p>
    )
  return lmsUrl ? (
    <ButtonLink href={lmsUrl} top>
      Back to {host}
    </ButtonLink>
  ) : (
    <p>Close this page and open the course in your school's LMS again.</p>
  )
}
