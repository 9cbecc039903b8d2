/** The help form. */
export default {
  /** A signed clip of the step. ASL is American Sign Language. */
  watch: 'Watch in ASL',
  /** In demo mode, for a clip without signs. */
  testClip: 'Test clip: it shows no sign',
  signedBy: (name: string) => `Signer: ${name}`,
  askForHelp: 'Ask for help',
  toSchoolAddress: 'We will reply to the email address that your school gave us.',
  yourEmail: 'Your email',
  question: 'What do you need help with?',
  sendQuestion: 'Send question',
  text: 'Tell us what you need help with.',
  long: 'Your message is too long. Please make it shorter.',
  emailInvalid: 'Email does not look right.',
  opensInTab: 'The next page opens in a new tab. Nothing on this page is lost.',
  /** On pages of K-12 schools. */
  hardWord: 'Is a word hard? Ask your teacher or a grown-up at home.',
  forParents: 'For parents',
} as const
