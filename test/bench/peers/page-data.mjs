import { randomUUID } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, idleTimeoutMillis: 0 })
const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime })

/** The rows that the page shows, found by the token in its address. */
const text = `
  select e.token, e.agreed_at, e.processed_at, p.email, c.title as course, s.name as school,
    array(select r.name from course_products x join products r on r.id = x.product_id where x.course_id = c.id order by r.id) as needs
  from entitlements e
  join people p on p.id = e.person_id
  join courses c on c.id = e.course_id
  join schools s on s.id = c.school_id
  where e.token = $1`

/** Finds what the payment page shows, in one prepared statement. */
export const findPage = async token => {
  const { rows } = await pool.query({ name: 'pay_page', text, values: [token] })
  if (!rows[0]) throw new Error('this token does not exist')
  const { course, school, email, needs } = rows[0]
  return { token, course, school, email, needs }
}

/** Writes the line of a request as the product does. */
export const logRequest = (began, method = 'GET', route = '/lti/pay', status = 200) =>
  log.info(
    { reqId: randomUUID(), method, route, status, ms: Math.round(performance.now() - began) },
    'request completed',
  )
