/** Error pages, and errors of calls that no page expects. */
export default {
  unreadable: 'We could not read your request.',
  forged: 'This request did not come from our page. Go back, reload the page, and try again.',
  tooLarge: 'Your request is too large.',
  unsupported: 'We cannot read this content type.',
  wentWrong: 'Something went wrong on our side.',
  /** The next step, below the sentence of an error. */
  goBack: 'Go back and try again.',
  openAgain: 'Go back to your course and open the link again in a minute.',
  nothingLost: 'Nothing you entered before is lost.',
  inAMinute: 'Try again in a minute.',
  backToPage: 'Back to your page',
} as const
