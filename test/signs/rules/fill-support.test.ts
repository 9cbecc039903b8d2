import t from 'tap'
import { fillSupport } from '#src/signs/rules/content.ts'

t.test('fills the support address as a link, and in the address of a link', t => {
  const link = '<a href="mailto:help@publisher.example">help@publisher.example</a>'
  t.equal(fillSupport('<p>Write to {{support_email}}.</p>', 'help@publisher.example'), `<p>Write to ${link}.</p>`)
  t.equal(
    fillSupport('<a href="mailto:%7B%7Bsupport_email%7D%7D">Write to us</a>', 'help@publisher.example'),
    '<a href="mailto:help@publisher.example">Write to us</a>',
  )
  t.equal(fillSupport('<p>{{other}}</p>', 'help@publisher.example'), '<p>{{other}}</p>')
  t.end()
})
