import { useLoaderData } from 'react-router'
import { findPage, logRequest } from '../../../page-data.mjs'
import { PayPage } from '../../../pay-page.jsx'

export const loader = async ({ request }) => {
  const began = performance.now()
  const page = await findPage(new URL(request.url).searchParams.get('token'))
  logRequest(began)
  return page
}

export const meta = ({ data }) => [{ title: `${data?.course} · Signbook` }]

const Pay = () => <PayPage {...useLoaderData()} />

export default Pay
