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
  termStartsAt: Date | null
  termEndsAt: Date | null
}

/** Custom parameters that a registration requests. A platform sends an unknown variable unexpanded, which counts as absent. */
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
interface Sent extends Record<'title' | 'label' | 'returnUrl', string | undefined> {
  contextId: string
  /** Returns the first custom parameter that has a value. Names are without the `custom_` of LTI 1.1. */
  custom: (...names: string[]) => string | undefined
}

/** Reads the course of a launch of either LTI version. Canvas ids and term dates are custom parameters. */
export const readCourse = ({ contextId, title, label, returnUrl, custom }: Sent, timezone: string): LaunchCourse => ({
  contextId,
  title: launchText(title),
  label: launchText(label),
  canvasCourseId: launchText(custom('canvas_course_id')),
  canvasDomain: launchHost(custom('canvas_api_domain')),
  workflowState: launchText(custom('canvas_workflow_state')),
  lmsOrigin: launchOrigin(returnUrl),
  termStartsAt: termStart(custom('canvas_term_start_at', 'term_start_at', 'section_start_at'), timezone),
  termEndsAt: termEnd(custom('canvas_term_end_at', 'term_end_at', 'section_end_at'), timezone),
})
