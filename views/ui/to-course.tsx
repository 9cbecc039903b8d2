import { ButtonLink } from './button.tsx'

interface ToCourseProps {
  courseUrl: string | null
  lmsUrl: string | null
  /** The course most often stands around the page: it is not left for the front page of its LMS by chance. */
  framed?: boolean
}

/** The way on for who is in: to the course itself, else to its LMS, else in words. It leads out of a frame. */
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
        You can close this page and go on in your course
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
    <p>Open the course in your school's LMS again. You can close this page.</p>
  )
}
