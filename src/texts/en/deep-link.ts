/** A teacher chooses links to add to a course (LTI Deep Linking). */
export default {
  title: 'Add links to your course',
  chooseMany: 'Choose your links',
  chooseOne: 'Choose one link',
  units: 'Units',
  add: 'Add to course',
  ready: 'Your links are ready. Add them to your course now.',
  send: 'Add links to course',
  /** Titles of the links in the course. */
  textbook: 'Textbook',
  unit: (number: number) => `Unit ${number}`,
  /** Each sentence says what a kind of link opens. */
  opens: {
    textbook: 'Students enter a code or pay here. Teachers open the teacher page.',
    units: 'Teachers go straight to the unit. Students go to the textbook.',
    signs: 'Opens the dictionary only, for everyone in the course.',
  },
  refused: {
    no_link_chosen: 'Choose at least one link.',
    one_link_only: 'Your LMS accepts one link at a time. Choose one.',
    links_not_accepted: 'Your LMS does not accept tool links here. Use another menu in your course.',
    launch_expired: 'This page expired. Close it, and choose the tool again in your LMS.',
  },
} as const
