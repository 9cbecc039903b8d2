export const canvasMessages = {
  notSetUp: 'Canvas is not set up. Set CANVAS_API_URL, CANVAS_API_TOKEN and CANVAS_ACCOUNT_ID.',
} as const

/** Reasons why a course could not be read from Canvas, as stored. */
export const readFailures = ['canvas_away', 'canvas_refused', 'course_not_found'] as const
export type ReadFailure = (typeof readFailures)[number]

const failureTexts: Record<ReadFailure, string> = {
  canvas_away: 'Canvas is not answering. We retry automatically.',
  canvas_refused: 'Canvas refused our request for this course. Check the permissions of CANVAS_API_TOKEN.',
  course_not_found: 'Canvas has no such course. Check canvas_course_id in the launch.',
}

/** Returns the sentence for staff. */
export const readFailureText = (failure: ReadFailure): string => failureTexts[failure]
