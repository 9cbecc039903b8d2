import t from 'tap'
import { deepLinkChoices } from '#src/lti/rules/deep-link.ts'
import { cartridgeFiles } from '#src/lti/rules/tool-configuration.ts'
import { textsIn } from '#src/texts/catalogues.ts'

t.test('has one link for the textbook, each unit and the dictionary, and a manifest that names them', t => {
  const choices = deepLinkChoices([1, 2], new Map([[1, 'Hello & goodbye']]), true)
  const launch = 'https://signbook.example/lti/launch'
  const [manifest, ...links] = cartridgeFiles({
    id: 'c-1',
    title: 'ASL\u0001 <1>',
    choices,
    texts: textsIn('en'),
    launch,
  })
  t.strictSame(
    links.map(link => link.name),
    ['links/textbook.xml', 'links/unit-1.xml', 'links/unit-2.xml', 'links/signs.xml'],
  )
  t.equal(manifest?.name, 'imsmanifest.xml')
  t.match(manifest?.text, '<schemaversion>1.3.0</schemaversion>')
  t.match(manifest?.text, 'ASL  &lt;1&gt;')
  for (const { name } of links) t.match(manifest?.text, `<file href="${name}"/>`)
  const [, unit] = links
  t.match(unit?.text, `<blti:secure_launch_url>${launch}?unit=1</blti:secure_launch_url>`)
  t.match(unit?.text, 'Hello &amp; goodbye')
  t.match(unit?.text, '<lticm:property name="unit">1</lticm:property>')
  t.end()
})
