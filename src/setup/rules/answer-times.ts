/** Names of the outside services, as staff know them. */
export const serviceNames = {
  canvas: 'Canvas',
  captcha: 'Captcha',
  'clip-storage': 'Storage of clips',
  lms: 'LMS of schools',
  mail: 'Mail server',
  sms: 'Text messages',
  stripe: 'Stripe',
  video: 'Video host',
} as const

/** Writes a time as '85 ms' or '1.2 s'. */
export const answerTimeText = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`

interface MeanTime {
  service: keyof typeof serviceNames
  mean: number
}

/** Says which service is slowest. `times` begin with the slowest. */
export const answerTimesPoint = ([slowest]: MeanTime[]): string =>
  slowest
    ? `Slowest on average: ${serviceNames[slowest.service]}, ${answerTimeText(slowest.mean)}.`
    : 'No service was called in the last 30 days.'
