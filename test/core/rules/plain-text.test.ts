import t from 'tap'
import { withoutAddresses } from '#src/core/rules/plain-text.ts'

t.test('removes what a mail program turns into a link, and nothing else', async t => {
  const cases = [
    ['Log in at https://evil.test/login now', 'Log in at now'],
    ['Log in at http:evil.test', 'Log in at http:'],
    ['javascript://x', ''],
    ['www.evil.test/x?y', ''],
    ['evil.test', ''],
    ['Visit EVIL.TEST, please', 'Visit please'],
    ['evil.co.uk:8080/a b', 'b'],
    ['(evil.test)', '('],
    ['write to a@evil', 'write to'],
    ['münchen.example', ''],
    ['ASL 1.2 – Level 3', 'ASL 1.2 – Level 3'],
    ['St. Mary, Mr. Lee, e.g. here', 'St. Mary, Mr. Lee, e.g. here'],
    ['Ana María García-López', 'Ana María García-López'],
    ['50% off? Yes/No & more', '50% off? Yes/No & more'],
    ['A...B', 'A...B'],
  ] as const
  for (const [text, safe] of cases) t.equal(withoutAddresses(text), safe, text)
})
