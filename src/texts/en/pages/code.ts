/** The page behind the QR code of a code card. */
export default {
  title: 'Your access code',
  onCard: 'Your code is on your card.',
  copy: 'Copy code',
  copied: 'Copied. Paste it into the Access Code box.',
  open: 'Open your course. Use the link from your school or your teacher.',
  choose: 'Choose Enter Access Code.',
  type: 'Type or paste your code, then press Submit.',
} as const
