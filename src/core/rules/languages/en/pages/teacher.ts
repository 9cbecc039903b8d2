/** The teacher page. */
export default {
  expiredTitle: 'Page expired',
  expired: (email: string) =>
    `It looks like the page expired. Please close the page and try again. If it still doesn't work, contact us at ${email}`,
  teacherPage: 'Teacher page',
  tabs: {
    signs: "What's the Sign?",
    units: 'Units',
    resources: 'Course Resources',
    howTo: 'How-To Guide',
    faqs: 'FAQs',
  },
  unit: (number: number) => `Unit ${number}`,
  /** Allowed unit without content. */
  noUnit: (number: number) => `There is nothing for Unit ${number} yet.`,
  /** The four links of a unit, by their order. */
  unitLinks: {
    first: 'Presentation Slides',
    second: 'Suggested Activities',
    third: 'Vocabulary Lists',
    fourth: 'More Resources',
  },
  disclaimer: 'These documents may look different on different devices.',
  printSigns: 'Print the signs of this unit',
  practiceSigns: 'Practice the signs of this unit',
  lessons: 'Lessons',
  open: 'Open',
  allGuides: 'All guides',
  sample: 'sample, no page yet',
  otherSite: '(opens another site)',
  /** Before a step to prepare the course. */
  stepDone: 'Done: ',
  stepOpen: 'Open: ',
} as const
