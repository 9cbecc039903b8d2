import { Fragment } from 'react'
import { shortDate } from '#src/core/rules/business-day.ts'
import { type StaffCourse, tierOf } from '#src/courses/rules/activation.ts'
import { courseUrl } from '#src/courses/rules/course.ts'
import { openedUnits } from '#src/courses/rules/product.ts'
import { hrefs } from '../../paths.ts'
import type { Site } from '../../screen.ts'
import { toPlatform } from '../../to-platform.ts'
import { Badge } from '../../ui/badge.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { accessEndFact } from '../access-end.ts'
import { unitsSeen } from '../units-seen.ts'

/** Details of a course. Dates are MM/DD/YY. */
export const CourseFacts = ({
  course,
  site,
  signUpEnded,
  now,
}: {
  course: StaffCourse
  site: Site
  signUpEnded: boolean
  now: Date
}) => {
  const date = (instant: Date | null) => instant && shortDate(instant, site.timezone)
  const url = toPlatform(courseUrl(course), site)
  return (
    <Facts
      of={[
        ['Context ID', <Copied key="c">{course.contextId}</Copied>],
        ['Label', course.label],
        [
          'School',
          <a key="s" href={hrefs.schoolPage(course.schoolId)}>
            {course.school.name}
          </a>,
        ],
        [
          'Domain',
          course.canvasDomain && (
            <>
              {course.canvasDomain} <span className="tag">{tierOf(course.canvasDomain, site.premiumDomain)}</span>
            </>
          ),
        ],
        [
          course.canvasCourseId ? 'Canvas course' : 'Course page',
          url && <a href={url}>{course.canvasCourseId ?? 'in the LMS'}</a>,
        ],
        ['State', course.workflowState],
        ['Teachers', course.teachers.length > 0 && <Teachers key="t" teachers={course.teachers} />],
        ['Teachers see', unitsSeen(openedUnits(course.products.flatMap(p => p.unitsForTeacher)))],
        ['Term', [date(course.termStartsAt), date(course.termEndsAt)].filter(Boolean).join(' to ')],
        accessEndFact(course, { now, timezone: site.timezone }),
        [
          'Sign-up',
          <Badge key="e" tone={signUpEnded ? 'problem' : 'good'}>
            {signUpEnded ? 'ended' : 'open'}
          </Badge>,
        ],
        [
          'Join link',
          course.school.isHosted && <Copied key="j">{site.publicUrl + hrefs.verify(course.joinToken)}</Copied>,
        ],
        ['Pay link', course.school.isHosted && <Copied key="p">{site.publicUrl + hrefs.pay(course.joinToken)}</Copied>],
      ]}
    />
  )
}

const Teachers = ({ teachers }: Pick<StaffCourse, 'teachers'>) =>
  teachers.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <a href={hrefs.personPage(id)}>{name}</a>
    </Fragment>
  ))
