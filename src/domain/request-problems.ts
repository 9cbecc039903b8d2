import { failureMessages } from './failure.ts'

/** What goes wrong below every screen and every call, by HTTP status. */
export const requestProblems: Record<number, string> = {
  400: 'The request could not be read.',
  403: 'This was not sent from a page of ours. Go back, reload the page, and try again.',
  404: 'Not found',
  413: 'That is too much to send at once.',
  415: 'The request has a content type that is not read here.',
  500: failureMessages.server,
  503: failureMessages.unreachable,
}

/** A body that was read and does not fit; each field's own sentence stands beside it. */
export const unfitBody = 'Some fields are missing or not as expected.'
