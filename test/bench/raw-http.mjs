import { createServer } from 'node:http'

/** A minimal server, as baseline for the first page after a start. */
createServer((_request, response) => response.end('yes')).listen(Number(process.env.PORT), '127.0.0.1')
