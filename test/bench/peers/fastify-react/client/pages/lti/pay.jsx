import { useRouteContext } from '@fastify/react/client'
import { PayPage } from '../../../../pay-page.jsx'

export const getData = ({ server, req }) => server.findPage(req.query.token)

export const getMeta = ({ data }) => ({ title: `${data.course} · Signbook` })

const Pay = () => <PayPage {...useRouteContext().data} />

export default Pay
