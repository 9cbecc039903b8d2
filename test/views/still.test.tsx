import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { drawStillParts, still } from '#views/ui/still.ts'

const drawn: string[] = []
const onServer = () =>
  drawStillParts((part, name) => {
    drawn.push(name)
    return renderToString(part)
  })
const inBrowser = () => drawStillParts(null)

const Greeting = ({ name, isLate }: { name: string; isLate: boolean }) => (
  <>
    <h1 title={name}>
      Hello, <b>{name}</b>!
    </h1>
    {isLate && <p>You are late.</p>}
  </>
)
const page = (name: string, isLate: boolean) => renderToString(<div {...still(Greeting, { isLate }, { name })} />)
const asReactDraws = (part: ReactNode) => renderToString(<div>{part}</div>)

t.test('a cached part renders like React would', async t => {
  t.teardown(inBrowser)
  onServer()
  for (const name of ['Ana', 'Bo & "Co" <b>', '{{name}}', '$&', '', 'Ána 🤟'])
    for (const isLate of [true, false])
      t.equal(page(name, isLate), asReactDraws(<Greeting name={name} isLate={isLate} />), `${name} ${isLate}`)
  t.strictSame(drawn, ['Greeting', 'Greeting'], 'once per set of props')
})

t.test('a browser renders without the cache', async t => {
  inBrowser()
  drawn.length = 0
  t.equal(page('Ana', true), asReactDraws(<Greeting name="Ana" isLate />))
  t.strictSame(drawn, [])
})

const Count = ({ n }: { n: number }) => <b>{n}</b>

t.test('a part with ever new props is rendered each time, and the cache stays bounded', async t => {
  t.teardown(inBrowser)
  onServer()
  drawn.length = 0
  for (let n = 0; n < 300; n++) t.match(renderToString(<i {...still(Count, { n })} />), `<b>${n}</b>`)
  t.equal(drawn.length, 100)
})
