import { shortDate } from '#src/core/rules/business-day.ts'
import type { Texts } from '#src/core/rules/languages/texts.ts'
import { coursePage } from './course-page.ts'
import { launchHost, launchOrigin, launchText, termEnd, termStart } from './launch-values.ts'

/** Facts of a course that a launch sent, with the names of their columns in camelCase. */
export interface LaunchCourse {
  contextId: string
  title: string | null
  label: string | null
  canvasCourseId: string | null
  canvasDomain: string | null
  workflowState: string | null
  lmsOrigin: string | null
  /** Address of the course in the LMS. */
  lmsCourseUrl: string | null
  termStartsAt: Date | null
  termEndsAt: Date | null
  /** True if the LMS sent an empty end date, because somebody removed it there. */
  clearsTermEnd: boolean
}

/** Custom parameters that a registration asks for. A platform sends an unknown variable as is; it counts as absent. */
export const CUSTOM_FIELDS: Record<string, string> = {
  canvas_course_id: '$Canvas.course.id',
  canvas_api_domain: '$Canvas.api.domain',
  canvas_workflow_state: '$Canvas.course.workflowState',
  canvas_enrollment_state: '$Canvas.enrollment.enrollmentState',
  canvas_term_start_at: '$Canvas.term.startAt',
  canvas_term_end_at: '$Canvas.term.endAt',
  section_start_at: '$CourseSection.timeFrame.begin',
  section_end_at: '$CourseSection.timeFrame.end',
}

/** Values that LTI 1.1 and 1.3 send in different places. */
interface Sent extends Record<'title' | 'label' | 'returnUrl' | 'family' | 'issuer', string | undefined> {
  contextId: string
  /** Returns the first custom parameter that has a value. Names are without the `custom_` of LTI 1.1. */
  custom: (...names: string[]) => string | undefined
  /** Returns true if this custom parameter was sent without a value. */
  isCustomEmpty: (name: string) => boolean
}

const TERM_ENDS = ['canvas_term_end_at', 'term_end_at', 'section_end_at']

/** Reads the course of a launch of either LTI version. Canvas ids and term dates are custom parameters. */
export const readCourse = (sent: Sent, timezone: string): LaunchCourse => {
  const { contextId, title, label, returnUrl, family, issuer, custom, isCustomEmpty } = sent
  const end = custom(...TERM_ENDS)
  return {
    contextId,
    title: launchText(title),
    label: launchText(label),
    canvasCourseId: launchText(custom('canvas_course_id')),
    canvasDomain: launchHost(custom('canvas_api_domain')),
    workflowState: launchText(custom('canvas_workflow_state')),
    lmsOrigin: launchOrigin(returnUrl),
    lmsCourseUrl: coursePage({
      contextId,
      family: launchText(family),
      returnUrl: launchOrigin(returnUrl) && (returnUrl?.trim() ?? null),
      issuer: launchOrigin(issuer) && (issuer ?? null),
    }),
    termStartsAt: termStart(custom('canvas_term_start_at', 'term_start_at', 'section_start_at'), timezone),
    termEndsAt: termEnd(end, timezone),
    clearsTermEnd: end === undefined && TERM_ENDS.some(isCustomEmpty),
  }
}

/** Lists the facts of a course by their names on the check page, null for what was not sent. */
export const courseFacts = (
  course: LaunchCourse,
  timezone: string,
  texts: Texts['launchCheck'],
): [name: string, value: string | null][] => {
  const { facts, frontPage } = texts
  return [
    [facts.contextId, course.contextId],
    [facts.title, course.title],
    [facts.label, course.label],
    [facts.canvasCourse, course.canvasCourseId],
    [facts.canvasHost, course.canvasDomain],
    [facts.workflowState, course.workflowState],
    [facts.term, term(course, day => shortDate(day, timezone), texts)],
    [facts.framer, course.lmsOrigin],
    [facts.wayBack, course.lmsCourseUrl ?? frontPage],
  ]
}

const term = (
  { termStartsAt: from, termEndsAt: to }: LaunchCourse,
  date: (day: Date) => string,
  texts: Texts['launchCheck'],
): string | null => {
  if (from && to) return texts.termBoth(date(from), date(to))
  if (to) return texts.termUntil(date(to))
  return from ? texts.termFrom(date(from)) : null
}
