import { failureMessages } from './failure-messages.ts'

/** Messages for request errors on any page or call, by HTTP status. */
export const requestProblems: Record<number, string> = {
  400: 'We could not read your request.',
  403: 'This request did not come from our page. Go back, reload the page, and try again.',
  404: 'Not found',
  413: 'Your request is too large.',
  415: 'We cannot read this content type.',
  500: failureMessages.server,
  503: failureMessages.unreachable,
}

/** Error for a readable body with invalid fields; each field has its own message. */
export const unfitBody = 'Some fields are missing or not valid.'
