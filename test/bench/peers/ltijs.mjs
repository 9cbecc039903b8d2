import { readFileSync } from 'node:fs'
import ejs from 'ejs'
import { Provider as lti } from 'ltijs'
import Database from 'ltijs-sequelize'
import { logRequest } from './page-data.mjs'

const { DATABASE_URL, PORT, LMS } = process.env
const { hostname: host, port, pathname } = new URL(DATABASE_URL)
const page = ejs.compile(readFileSync(new URL('page.ejs', import.meta.url), 'utf8'))

const logged = app =>
  app.use((request, response, next) => {
    const began = performance.now()
    response.on('finish', () => logRequest(began, request.method, request.path, response.statusCode))
    next()
  })

const plugin = new Database(pathname.slice(1), 'postgres', '', { host, port, dialect: 'postgres', logging: false })
const options = { cookies: { secure: false }, tokenMaxAge: 60, serverAddon: logged }
lti.setup('a key of the bench, long enough for anyone', { plugin }, options)
lti.onConnect((token, _request, response) => {
  const course = token.platformContext.context.title
  const needs = ['American Sign Language 1', 'American Sign Language 2']
  response.send(page({ token: 'none', course, school: token.iss, email: token.userInfo.email, needs }))
})
await lti.deploy({ port: Number(PORT), silent: true })
await lti.registerPlatform({
  url: LMS,
  name: 'The LMS of the bench',
  clientId: 'bench',
  authenticationEndpoint: `${LMS}/auth`,
  accesstokenEndpoint: `${LMS}/token`,
  authConfig: { method: 'JWK_SET', key: `${LMS}/jwks` },
})
