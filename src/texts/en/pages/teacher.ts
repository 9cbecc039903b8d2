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
    'how-to': 'How-To Guide',
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
  /** Pages that are made from the unit, in place of a publisher's link. */
  ownKinds: {
    slides: 'To show or to print',
    activities: 'A sheet for each lesson',
    vocabulary: 'To print, with notes',
    practice: 'Homework and practice',
  },
  disclaimer: 'These documents may look different on different devices.',
  practiceSigns: 'Practice the signs of this unit',
  lessons: 'Lessons',
  skip: 'Skip to content',
  courseMap: 'Course map',
  /** One lesson: what to do with it, and its parts. */
  lesson: {
    project: 'Show on projector',
    print: 'Print lesson and signs',
    materials: 'Slides and activities',
    ofUnit: (name: string, unit: number) => `${name}, Unit ${unit}`,
    note: 'Note for you',
  },
  /** Labels in a lesson that most lessons have. */
  parts: {
    practice: 'Practice',
    grammar: 'Grammar',
    culture: 'Deaf culture',
    homework: 'Homework',
    talk: 'Talk about it',
    in_class: 'In class',
  },
  /** The page for the projector. */
  projector: {
    title: (lesson: string) => `Projector, lesson ${lesson}`,
    unit: 'Unit',
    move: 'Move',
    back: 'Back',
    next: 'Next',
    place: (step: number, of: number) => `${step} of ${of}`,
    blank: 'Blank screen',
    wake: 'Show the screen again',
    fullScreen: 'Full screen',
    leave: 'Leave',
    print: 'Print',
    keys: 'Left and right: steps. Up and down: lessons.',
  },
  /** The page to print. */
  sheet: {
    title: (lesson: string) => `Lesson ${lesson}`,
    print: 'Print',
    howTo: 'Print this page with your browser.',
    sign: 'Sign',
    meaning: 'English',
    spanish: 'Spanish',
    notes: 'Notes',
  },
  /** The activities of a unit, and its homework and further practice. */
  activities: {
    title: (unit: number) => `Activities, Unit ${unit}`,
    practiceTitle: (unit: number) => `Homework and practice, Unit ${unit}`,
    kinds: { game: 'Game', pairs: 'In pairs', homework: 'Homework' },
    spell: 'Words to fingerspell',
    compare: 'Signs that are easy to confuse',
    compareHow: 'Sign both. Ask your partner which one it was.',
  },
  open: 'Open',
  readHere: 'Read',
  allGuides: 'All guides',
  otherSite: '(opens another site)',
  /** Before a step to prepare the course. */
  stepOpen: 'Open: ',
} as const
