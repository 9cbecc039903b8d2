import express from 'express'
import { findPage, logRequest } from './page-data.mjs'

const app = express()
app.set('views', import.meta.dirname)
app.set('view engine', 'ejs')
app.use((request, response, next) => {
  const began = performance.now()
  response.on('finish', () => logRequest(began, request.method, request.path, response.statusCode))
  next()
})
app.get('/lti/pay', async (request, response) => response.render('page', await findPage(request.query.token)))
app.listen(Number(process.env.PORT), '127.0.0.1')
