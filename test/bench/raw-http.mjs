import { createServer } from 'node:http'

/** The least a server can be: what a cold start is held against. */
createServer((_request, response) => response.end('yes')).listen(Number(process.env.PORT), '127.0.0.1')
