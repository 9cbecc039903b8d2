/** What staff read when the learning platform does not go along. */
export const canvasMessages = {
  away: 'Canvas does not answer. It is asked again by itself.',
  refused: 'Canvas refuses to answer about this course. Check the rights of CANVAS_API_TOKEN.',
  courseUnknown: 'Canvas does not know this course. Check canvas_course_id in the launch.',
  notSetUp: 'Canvas is not set up: CANVAS_API_URL, CANVAS_API_TOKEN and CANVAS_ACCOUNT_ID are needed.',
} as const
