import t from 'tap'
import { deviceName } from '#src/accounts/rules/own-account.ts'

t.test('names a device by its User-Agent', async t => {
  const names: Record<string, string> = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36':
      'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0':
      'Edge on Windows',
    'Mozilla/5.0 (iPad; CPU OS 14_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.0 Safari/604.1':
      'Safari on iPad',
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0': 'Firefox on Linux',
    'curl/8.5.0': 'An API client',
    '': 'An API client',
  }
  for (const [userAgent, name] of Object.entries(names)) t.equal(deviceName(userAgent), name)
})
