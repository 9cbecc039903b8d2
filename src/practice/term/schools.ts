/** A made-up school of the practice term. */
export interface TermSchool {
  index: number
  name: string
  /** Names it in keys and addresses. */
  slug: string
  version: '1.1' | '1.3'
  lms: 'canvas' | 'moodle' | 'd2l' | 'blackboard'
  acceptsPayment: boolean
  acceptsAccessCode: boolean
  isK12: boolean
  yearlyAccess: boolean
  /** Its courses are on the publisher's Canvas; half of its students sign up there. */
  isHosted: boolean
  passesGrades: boolean
  /** Its size relative to the others. */
  weight: number
}

/** Name, slug, weight, then words: LTI version and LMS, what it takes, and what is special. */
const LISTED: [name: string, slug: string, weight: number, words: string][] = [
  ['Larkspur Community College', 'larkspur', 26, '1.3 canvas both'],
  ['Tamarack State University', 'tamarack', 42, '1.3 canvas both grades'],
  ['Redtail Ridge High School', 'redtail', 9, '1.1 canvas codes k12 yearly'],
  ['Quillback Technical College', 'quillback', 17, '1.1 moodle cards grades'],
  ['Silver Heron Academy', 'silverheron', 20, '1.1 canvas both hosted'],
  ['Bellwether University', 'bellwether', 36, '1.3 d2l both grades'],
  ['Cottonwood Bend High School', 'cottonwood', 10, '1.3 canvas codes k12 yearly'],
  ['Saltgrass Community College', 'saltgrass', 24, '1.1 canvas both grades'],
  ['Fernhollow Middle School', 'fernhollow', 5, '1.1 canvas codes k12 yearly'],
  ['Copperline College', 'copperline', 15, '1.3 moodle both'],
  ['Windrow Valley Community College', 'windrow', 28, '1.1 canvas both grades'],
  ['Juniper Mesa High School', 'junipermesa', 11, '1.1 canvas codes k12 yearly'],
  ['Harrowgate University', 'harrowgate', 33, '1.3 blackboard cards grades'],
  ['Lantern Bay College', 'lanternbay', 18, '1.3 canvas both'],
  ['Bluestem Online Academy', 'bluestem', 16, '1.1 canvas both hosted'],
  ['Pinecrest Hollow High School', 'pinecrest', 8, '1.3 canvas codes k12'],
  ['Osprey Point Community College', 'osprey', 22, '1.1 moodle codes'],
  ['Northlight University', 'northlight', 30, '1.3 canvas cards grades'],
  ['Sagebrush Technical College', 'sagebrush', 14, '1.1 d2l both'],
  ['Marigold Street Middle School', 'marigold', 4, '1.1 canvas codes k12 yearly'],
  ['Thistledown College', 'thistledown', 13, '1.3 moodle both grades'],
  ['Riverstone State College', 'riverstone', 25, '1.1 blackboard both grades'],
  ['Cardinal Grove High School', 'cardinalgrove', 10, '1.1 canvas codes k12 yearly'],
  ['Foxglove Community College', 'foxglove', 19, '1.3 canvas both'],
  ['Eastmarch University', 'eastmarch', 28, '1.3 d2l cards grades'],
  ['Wildrye Community College', 'wildrye', 16, '1.1 canvas codes'],
  ['Hollis Prairie High School', 'hollis', 7, '1.3 canvas codes k12 yearly'],
  ['Amberwood College', 'amberwood', 12, '1.1 moodle cards'],
  ['Kestrel Hill University', 'kestrel', 31, '1.3 canvas both grades'],
  ['Greenbriar Bilingual School', 'greenbriar', 6, '1.1 canvas both k12'],
  // The same school by the other LTI version: some of its departments have moved.
  ['Windrow Valley Community College', 'windrow13', 14, '1.3 canvas both'],
  ['Starling Community College', 'starling', 20, '1.1 canvas both grades'],
  ['Whitewater Technical College', 'whitewater', 11, '1.3 moodle codes'],
  ['Goldenrod High School', 'goldenrod', 9, '1.1 canvas codes k12 yearly'],
  ['Ashgrove University', 'ashgrove', 27, '1.3 canvas cards grades'],
  ['Driftwood Coast College', 'driftwood', 13, '1.1 d2l both'],
  ['Summit Vale Middle School', 'summitvale', 4, '1.3 canvas codes k12 yearly'],
  ['Ironwood Community College', 'ironwood', 21, '1.1 canvas both grades'],
  ['Clearwater Bridge Academy', 'clearwater', 12, '1.1 canvas both hosted'],
  ['Meadowlark State University', 'meadowlark', 35, '1.3 canvas both grades'],
]

/** Returns the school of an index. Beyond the list, the names repeat with a number. */
export const termSchool = (index: number): TermSchool => {
  const [name, slug, weight, written] = LISTED[index % LISTED.length]!
  const round = Math.floor(index / LISTED.length) + 1
  const words = written.split(' ')
  const has = (word: string) => words.includes(word)
  return {
    index,
    name: round === 1 ? name : `${name} ${round}`,
    slug: round === 1 ? slug : `${slug}${round}`,
    version: has('1.3') ? '1.3' : '1.1',
    lms: (['canvas', 'moodle', 'd2l', 'blackboard'] as const).find(has) ?? 'canvas',
    acceptsPayment: has('both') || has('cards'),
    acceptsAccessCode: has('both') || has('codes'),
    isK12: has('k12'),
    yearlyAccess: has('yearly'),
    isHosted: has('hosted'),
    passesGrades: has('grades'),
    weight,
  }
}
