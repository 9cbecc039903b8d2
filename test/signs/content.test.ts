import t from 'tap'
import { checkContent } from '#src/signs/content/load-content.ts'
import { contentText, missingLinkLines, problemLine, titleIn } from '#src/signs/rules/content.ts'
import { lessonParts } from '#src/signs/rules/lessons.ts'
import { pictureNames } from '#src/signs/rules/picture-names.ts'
import { drawnOf } from '#src/signs/rules/pictures.ts'
import { sampleContent } from '../support/content.ts'
import { copyOfContent } from '../support/content-folder.ts'

const HOSTS = ['videos.sproutvideo.com']
const linesOf = async (folder: string) => (await checkContent(folder, HOSTS)).problems.map(problemLine)

t.test('the sample has the content that the course needs', async t => {
  const { library } = await sampleContent()
  t.strictSame(
    library.units.map(u => u.unit),
    Array.from({ length: 18 }, (_, i) => i + 1),
  )
  for (const { unit, name, title, links, glances, activities = [] } of library.units) {
    t.equal(name, `Unit ${unit}`)
    t.ok(title)
    t.strictSame(links, [], 'pages of ours stand in for a publisher folders')
    t.ok(new Set(activities.map(({ kind }) => kind)).size === 3, `unit ${unit} has a game, work in pairs and homework`)
    t.ok(glances.every(({ lesson }) => activities.some(each => each.lesson === lesson)))
    t.ok(activities.every(({ translated }) => translated?.es))
    const forClass = glances
      .flatMap(glance => lessonParts(glance, 'es'))
      .filter(({ kind }) => /activity|homework/.test(kind))
    t.strictSame(
      forClass.filter(({ language }) => language !== 'es'),
      [],
    )
    t.ok(glances.length >= 4 && glances.length <= 6, `unit ${unit} has 4 to 6 lessons`)
    t.ok(library.signs.filter(s => s.unit === unit).length >= 40, `unit ${unit} has enough signs`)
  }
  const title = (unit: number) => library.units[unit - 1]?.title
  const names = (unit: number) => library.units[unit - 1]?.glances.map(g => `${g.lesson} ${g.name}`)
  t.strictSame([16, 17, 18].map(title), ['The Human Body', 'Sports and Activities', 'Animals and Terrains'])
  t.strictSame(names(15)?.slice(-2), ['15.3 Breaking Records', '15.4 Museums and Historical Tours'])
  t.ok([15, 16, 17, 18].every(u => names(u)?.length === 4))
  t.ok(library.signs.length >= 600)
  t.ok(library.signs.every(s => s.english.length > 0 && s.usage))
  for (const { gloss, handshape } of library.signs)
    t.ok(handshape === null || handshape === drawnOf(gloss), `${gloss} is named after its hand`)
  const unknown = ['formation', 'otherHandshape', 'location', 'movement', 'hands', 'mouth'] as const
  for (const field of [...unknown, 'video', 'example', 'signer', 'reviewedAt', 'transcript'] as const)
    t.ok(
      library.signs.every(s => s[field] === null),
      `${field} needs a Deaf signer and is empty`,
    )
  t.ok(library.signs.every(s => s.variants.length === 0))
  t.ok(
    library.signs.every(s => s.spanish.length > 0),
    'every sign has its meaning in Spanish',
  )
  const pairs = new Set<string>()
  for (const field of ['related', 'confusable'] as const) {
    const named = new Map(library.signs.map(s => [s.gloss, s[field]]))
    for (const [gloss, others] of named)
      for (const other of others) {
        t.ok(named.get(other)?.includes(gloss), `${other} is ${field} to ${gloss} too`)
        pairs.add([gloss, other].sort().join(' '))
      }
  }
  t.ok(pairs.size >= 60, `${pairs.size} pairs`)
  const pictured = library.signs.flatMap(({ picture }) => picture ?? [])
  t.ok(pictured.length >= 450, `${pictured.length} signs with a picture of their meaning`)
  const used = new Set(pictured.flatMap(picture => picture.split('+')))
  t.strictSame(
    pictureNames.filter(name => !used.has(name)),
    [],
    'no picture is built that nobody uses',
  )
  t.ok(library.resources.length >= 8)
  t.match(library.about.notice, 'Sample signs')
  t.match(library.terms.html, 'Texas')
  t.match(library.privacy.html, '13')
})

t.test('the FAQs answer all twelve topics', async t => {
  const { library } = await sampleContent()
  const topics = [
    /due time|time zone/i,
    /how long .* access/i,
    /cheat/i,
    /with text .* less text/i,
    /animated/i,
    /remove a student/i,
    /earlier terms|old courses/i,
    /request a new course/i,
    /bookstore/i,
    /last unit|carry/i,
    /other apps/i,
    /spanish/i,
  ]
  for (const topic of topics) {
    const found = library.faqs.filter(f => topic.test(f.question))
    t.equal(found.length, 1, String(topic))
    t.ok((found[0]?.answer.length ?? 0) > 200, 'in full sentences')
  }
})

t.test('a translation is of the same version as the English text, and may be missing', async t => {
  const { library } = await sampleContent()
  t.equal(library.translatedFaqs.es?.length, library.faqs.length, 'every question is translated')
  t.match(contentText(library, 'terms', 'es'), { language: 'es', text: { version: library.terms.version } })
  const copy = copyOfContent(t)
  copy.remove('es/legal/privacy.md')
  copy.change('es/legal/terms.md', /version: .*/, 'version: 2001-01-01')
  t.strictSame(await linesOf(copy.folder), [
    `es/legal/terms.md:1: front matter: \`version\` must be ${library.terms.version}, as in English`,
  ])
  copy.remove('es/legal/terms.md')
  const { library: without } = await checkContent(copy.folder, HOSTS)
  t.match(without && contentText(without, 'terms', 'es'), { language: 'en', text: library.terms })
})

t.test('titles of units and lessons are translated for all units or for none', async t => {
  const copy = copyOfContent(t)
  copy.change('es/units/03.md', '## 3.2 La', '## 3.3 La')
  copy.change('es/units/04.md', /## 4.5.*\n/, '')
  copy.change('es/units/05.md', /title: .*\n/, 'name: Unidad 5\n')
  copy.change('es/units/06.md', '## 6.2', '**Juego.** Texto\n## 6.2')
  copy.write('es/units/19.md', '---\ntitle: Nada\n---\n')
  copy.remove('es/units/07.md')
  copy.change('units/08.md', 'picture: smiling', 'picture: frowning')
  t.strictSame((await linesOf(copy.folder)).toSorted(), [
    'es/units/01.md:1: the titles of unit 7 are missing, in a file of its own',
    `es/units/03.md:${copy.lineOf('es/units/03.md', '## 3.3 La')}: expected the heading ## 3.2 and the name of the lesson`,
    'es/units/04.md:4: expected 5 lessons, as in English; found 4',
    'es/units/05.md:1: front matter: `title` is missing',
    `es/units/06.md:${copy.lineOf('es/units/06.md', '## 6.1') + 1}: the lesson has no part **Juego.** in English`,
    'es/units/19.md:1: there is no unit of this number',
    'units/08.md:5: front matter: there is no picture `frowning-face-with-smiling-eyes`',
  ])
  const { library } = await sampleContent()
  const none = copyOfContent(t)
  for (const { unit } of library.units) none.remove(`es/units/${String(unit).padStart(2, '0')}.md`)
  const { library: english } = await checkContent(none.folder, HOSTS)
  t.ok(english && !english.units[2]?.translated)
  t.strictSame(titleIn('es', 'Colors', library.units[1]?.glances[4]?.translated), { text: 'Colores', language: 'es' })
  t.strictSame(titleIn('es', 'Colors', null), { text: 'Colors', language: 'en' })
})

t.test('activities and parts of lessons may have texts in another language', async t => {
  const copy = copyOfContent(t)
  copy.remove('es/activities/04.md')
  copy.write('es/activities/03.md', '## 3.1 Pairs: Foto\n\nUno **habla**.\n\n## 3.1 Pairs: Otra\n\nNo.\n')
  t.strictSame(await linesOf(copy.folder), ['es/activities/03.md:1: 3.1 Otra: there is no such activity in English'])
  copy.change('es/activities/03.md', /\n## 3.1 Pairs: Otra[\s\S]*/, '')
  const { library } = await checkContent(copy.folder, HOSTS)
  const [unit] = library?.units.slice(2, 3) ?? []
  t.strictSame(
    unit?.activities?.slice(0, 2).map(({ translated }) => translated?.es),
    [undefined, { name: 'Foto', html: '<p>Uno <strong>habla</strong>.</p>' }],
  )
  const parts = unit?.glances[0] ? lessonParts(unit.glances[0], 'es') : []
  t.strictSame(
    parts
      .map(({ label, language }) => [label, language])
      .filter(([label]) => label !== null)
      .slice(-2),
    [
      ['Practice', 'es'],
      ['Homework', 'es'],
    ],
  )
})

t.test('twelve different mistakes give twelve messages with file, line and rule, and no content', async t => {
  const copy = copyOfContent(t)
  const withLink = (label: string, url: string) =>
    `links:\n  - label: ${label}\n    url: ${url}\n    kind: Folder\n---\n\n##`
  copy.change('units/04.md', '---\n\n##', withLink('Word Lists', 'https://folders.org/x'))
  copy.change('units/05.md', '---\n\n##', withLink('Presentation Slides', 'https://folders.example/x'))
  copy.change('units/06.md', '## 6.2 Days and Weeks', '## 6.7 Days and Weeks')
  copy.change('units/07.md', 'unit: 7', 'unit: 70')
  copy.change('signs/unit-03.csv', 'BABY,baby; infant,', 'Baby,baby; infant,')
  copy.change('signs/unit-03.csv', 'padre; papá,noun,3,3.1', 'padre; papá,name,3,3.1')
  copy.change('signs/unit-03.csv', 'hermana,noun,3,3.1', 'hermana,noun,3,4.1')
  copy.change('faqs.md', /(## Can I add other apps.*\n)[\s\S]*?(?=\n## )/, '$1')
  copy.change('how-to/get-students-in.md', 'type: modal', 'type: popup')
  copy.change('resources.md', '</glosses>', '<http://glosses.org>')
  copy.change('legal/terms.md', /version: .*\n/, '')
  copy.write('faq.md', '## Is this read?\n\nNo.\n')
  const { problems, library } = await checkContent(copy.folder, HOSTS)
  t.equal(library, null)
  const line = (file: string, text: string) => `${file}:${copy.lineOf(file, text)}`
  t.strictSame(
    problems.map(problemLine).toSorted(),
    [
      `${line('faqs.md', 'Can I add other apps')}: \`Can I add other apps to my course?\` has no answer`,
      'faq.md:1: unknown file name; see content/README.md for the allowed names',
      `how-to/get-students-in.md:3: front matter: \`type\` must be modal or link`,
      'legal/terms.md:1: front matter: `version` is missing',
      `resources.md:${copy.lineOf('resources.md', '## Key to Glosses') + 1}: \`Key to Glosses\` needs its address as <https://…> on a line of its own`,
      `${line('signs/unit-03.csv', 'Baby,')}: gloss: expected CAPITALS, optionally with fs-, # or CL: before, or ++ after`,
      `${line('signs/unit-03.csv', 'FATHER,father')}: part_of_speech: expected one of noun, verb, adjective, adverb, number, phrase, question word, pronoun, interjection, classifier, conjunction, preposition`,
      `${line('signs/unit-03.csv', 'SISTER,sister')}: lesson: \`4.1\` is not a lesson of unit 3`,
      `${line('units/04.md', 'Word Lists')}: front matter: expected links in this order, each once: Presentation Slides, Suggested Activities, Vocabulary Lists, More Resources`,
      `${line('units/05.md', 'https://folders')}: front matter: Presentation Slides needs a \`url\` with https:// that exists. Without one, leave the link out`,
      `${line('units/06.md', '## 6.7')}: expected the heading ## 6.2 Name`,
      'units/07.md:2: front matter: `unit` must be 7, as in the file name',
    ].toSorted(),
  )
})

t.test('a unit may have any of its four links, and the check says which are missing', async t => {
  const copy = copyOfContent(t)
  const link = (label: string) => `  - label: ${label}\n    url: https://folders.org/x\n    kind: Folder\n`
  copy.change('units/04.md', '---\n\n##', `links:\n${link('Vocabulary Lists')}${link('More Resources')}---\n\n##`)
  copy.change('units/05.md', '---\n\n##', `links:\n${link('More Resources')}${link('Vocabulary Lists')}---\n\n##`)
  t.match(await linesOf(copy.folder), [/^units\/05\.md:\d+: front matter: expected links in this order/])
  copy.change('units/05.md', link('Vocabulary Lists'), '')
  const { library } = await checkContent(copy.folder, HOSTS)
  t.strictSame(
    library?.units[3]?.links.map(({ label }) => label),
    ['Vocabulary Lists', 'More Resources'],
  )
  t.match(missingLinkLines(library?.units.slice(2, 5) ?? []), [
    'link_1, Presentation Slides, is missing in units 3, 4, 5: a page made from the unit is shown.',
    'link_2, Suggested Activities, is missing in units 3, 4, 5: a page made from the unit is shown.',
    'link_3, Vocabulary Lists, is missing in units 3, 5: a page made from the unit is shown.',
    'link_4, More Resources, is missing in units 3: a page made from the unit is shown.',
  ])
})

t.test('activities name a lesson and their kind', async t => {
  const copy = copyOfContent(t)
  copy.write(
    'activities/03.md',
    '## 3.1 Game: Tree\n\nPlay.\n\n## 3.1 Song: Tree\n\nSing.\n\n## 4.1 Pairs: Tree\n\nTalk.\n',
  )
  copy.write('activities/19.md', '## 19.1 Game: Tree\n\nPlay.\n')
  t.match(await linesOf(copy.folder), [
    'activities/03.md:5: expected a heading like ## 3.1 Game: Name, with Game, Pairs or Homework',
    'activities/03.md:9: there is no lesson 4.1',
    'activities/19.md:1: there is no unit of this number',
  ])
})

t.test('reports each kind of unreadable file', async t => {
  const copy = copyOfContent(t)
  copy.write('units/01.md', 'no front matter\n')
  copy.write('units/02.md', '---\nunit: [1\n---\n')
  copy.write('signs/unit-01.csv', 'gloss,english\nA,b\n')
  copy.write('signs/unit-02.csv', Buffer.from([0xff, 0xfe, 0x41]))
  copy.change('signs/unit-03.csv', 'GRANDMOTHER,', '"GRANDMOTHER,')
  copy.change('signs/unit-04.csv', /\n$/, '\nTOO,few\n')
  copy.remove('legal/privacy.md')
  const lines = await linesOf(copy.folder)
  for (const expected of [
    /^units\/01\.md:1: expected front matter/,
    /^units\/02\.md:\d: front matter: /,
    /^signs\/unit-01\.csv:1: the first line must name the columns part_of_speech, unit, lesson, usage/,
    /^signs\/unit-02\.csv:1: this file is not UTF-8/,
    /^signs\/unit-03\.csv:\d+: this file is not valid CSV/,
    /^signs\/unit-04\.csv:\d+: expected 25 columns, found 2/,
    /^legal\/privacy\.md:1: this file is missing/,
  ])
    t.ok(
      lines.some(line => expected.test(line)),
      String(expected),
    )
})

/** Replaces a sign of unit 3 with one that has these fields besides those that every sign needs. */
const withSign = (copy: ReturnType<typeof copyOfContent>, fields: Record<string, string>) => {
  const row = {
    gloss: 'MOTHER',
    english: 'mother',
    part_of_speech: 'noun',
    unit: '3',
    lesson: '3.1',
    usage: 'My mother.',
    ...fields,
  }
  // Signs of other units name these.
  const others = ['ALONE', 'ALL', 'LOVE', 'OLD'].map(gloss => ({
    ...Object.fromEntries(Object.keys(row).map(column => [column, ''])),
    ...{ gloss, english: gloss, part_of_speech: 'noun', unit: '3', lesson: '3.1', usage: 'It.' },
    ...('spanish' in fields ? { spanish: gloss } : {}),
  }))
  const rows = [row, ...others].map(each => `${Object.values(each)}\n`)
  copy.write('signs/unit-03.csv', `${Object.keys(row)}\n${rows.join('')}`)
}

t.test('reads and checks the fields of recorded signs', async t => {
  const copy = copyOfContent(t)
  const video = 'https://videos.sproutvideo.com/files/mother.mp4'
  const recorded = { video, example: video, signer: 'Sam Signer' }
  withSign(copy, {
    ...recorded,
    formation: 'Thumb at the chin',
    variants: 'MA; MAMA',
    reviewed_by: 'Rae Reviewer',
    reviewed_at: '2026-05-01',
    transcript: 'MOTHER TEACH',
  })
  const { library } = await checkContent(copy.folder, HOSTS)
  t.hasStrict(
    library?.signs.find(s => s.slug === 'mother'),
    {
      formation: 'Thumb at the chin',
      video,
      example: video,
      variants: ['MA', 'MAMA'],
      signer: 'Sam Signer',
      reviewedBy: 'Rae Reviewer',
      reviewedAt: '2026-05-01',
      transcript: 'MOTHER TEACH',
    },
  )
  for (const [fields, rule] of [
    [
      { ...recorded, video: 'https://elsewhere.example/a.mp4' },
      /video: expected an https address at videos\.sproutvideo/,
    ],
    [{ ...recorded, video: 'http://videos.sproutvideo.com/a.mp4' }, /video: /],
    [{ ...recorded, example: 'https://elsewhere.example/a.mp4' }, /example: /],
    [{ video }, /signer: /],
    [{ example: video }, /signer: /],
    [{ reviewed_by: 'Rae' }, /reviewed_by and reviewed_at must be given together/],
    [{ reviewed_by: 'Rae', reviewed_at: '2026-02-30' }, /reviewed_at: /],
    [{ reviewed_by: 'Rae', reviewed_at: '2026-13-01' }, /reviewed_at: /],
    [{ reviewed_by: 'Rae', reviewed_at: '5/1/2026' }, /reviewed_at: /],
  ] as const) {
    withSign(copy, fields)
    t.match(await linesOf(copy.folder), [rule], JSON.stringify(fields))
  }
})

t.test('reads and checks what a sign looks like and which signs are near it', async t => {
  const copy = copyOfContent(t)
  const fields = {
    handshape: '5',
    other_handshape: 'B',
    location: 'chin',
    movement: 'tap',
    hands: 'one',
    mouth: 'closed',
  }
  withSign(copy, { ...fields, notes: 'A note', related: 'FAMILY2; HELLO', confusable: 'GOODBYE' })
  t.match(await linesOf(copy.folder), [/^signs\/unit-03\.csv:2: related: there is no entry FAMILY2$/])
  withSign(copy, { ...fields, notes: 'A note', related: 'YES; HELLO', confusable: 'GOODBYE', spanish: 'madre; mamá' })
  const { library } = await checkContent(copy.folder, HOSTS)
  t.hasStrict(
    library?.signs.find(s => s.slug === 'mother'),
    {
      spanish: ['madre', 'mamá'],
      handshape: '5',
      otherHandshape: 'B',
      location: 'chin',
      movement: 'tap',
      hands: 'one',
      mouth: 'closed',
      notes: 'A note',
      related: ['YES', 'HELLO'],
      confusable: ['GOODBYE'],
    },
  )
  for (const [changed, rule] of [
    [{ hands: 'three' }, /hands: expected one of one, two/],
    [{ related: 'MOTHER' }, /related: the entry itself cannot be named/],
    [{ spanish: 'madre; madre' }, /spanish: madre is there twice/],
    [{ notes: 'x'.repeat(1001) }, /notes: at most 1000 characters/],
    [{ handshake: '5' }, /unknown or repeated columns: handshake/],
  ] as const) {
    withSign(copy, changed)
    t.match(await linesOf(copy.folder), [rule], JSON.stringify(changed))
  }
})

t.test('a file has Spanish meanings in every row, or in none', async t => {
  const copy = copyOfContent(t)
  copy.change('signs/unit-03.csv', ',madre; mamá,', ',,')
  t.match(await linesOf(copy.folder), [/^signs\/unit-03\.csv:3: spanish: at least one meaning is needed/])
  withSign(copy, {})
  t.strictSame(await linesOf(copy.folder), [], 'a publisher may have none')
})

t.test('rejects the same sign twice, as both would share one address', async t => {
  const copy = copyOfContent(t)
  copy.change('signs/unit-04.csv', /\n$/, `\nMOTHER,mother,madre,noun,4,4.1,Twice.${','.repeat(18)}\n`)
  t.match(await linesOf(copy.folder), [/^signs\/unit-04\.csv:\d+: gloss: MOTHER is already in signs\/unit-03\.csv:3/])
})

t.test('reports forbidden HTML and never lets it through', async t => {
  const copy = copyOfContent(t)
  const bad = [
    '<script>alert(1)</script>',
    '<iframe src="https://evil.example/x"></iframe>',
    '<p onclick="x()">a</p>',
    '<img src="x" onerror="y()">',
  ]
  for (const html of bad) {
    copy.write('faqs.md', `## Question?\n\nAn answer.\n\n${html}\n`)
    const { problems, library } = await checkContent(copy.folder, HOSTS)
    t.strictSame(
      problems.map(p => [p.file, p.line]),
      [['faqs.md', 5]],
      html,
    )
    t.equal(library, null)
  }
  const frame = '<iframe src="https://videos.sproutvideo.com/embed/a/b?autoplay=1&type=hd"></iframe>'
  copy.write('faqs.md', `## Question?\n\n[link](https://x.example) [bad](javascript:alert)\n\n${frame}\n`)
  const { library } = await checkContent(copy.folder, HOSTS)
  const answer = library?.faqs[0]?.answer ?? ''
  t.match(answer, '<a href="https://x.example" target="_blank" rel="noopener">link</a>')
  t.notMatch(answer, 'javascript:')
  t.match(answer, 'src="https://videos.sproutvideo.com/embed/a/b?type=hd"', 'an allowed frame, without autoplay')
})
