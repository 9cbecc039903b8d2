/** Messages to staff when a Canvas call fails. */
export const canvasMessages = {
  away: 'Canvas is not answering. We retry automatically.',
  refused: 'Canvas refused our request for this course. Check the permissions of CANVAS_API_TOKEN.',
  courseUnknown: 'Canvas has no such course. Check canvas_course_id in the launch.',
  notSetUp: 'Canvas is not set up. Set CANVAS_API_URL, CANVAS_API_TOKEN and CANVAS_ACCOUNT_ID.',
} as const
