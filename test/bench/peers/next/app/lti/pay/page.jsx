import { findPage, logRequest } from '../../../../page-data.mjs'
import { PayPage } from '../../../../pay-page.jsx'

/** The page is drawn after this; a page of Next has no later point for its log line. */
const Page = async ({ searchParams }) => {
  const began = performance.now()
  const page = await findPage((await searchParams).token)
  logRequest(began)
  return (
    <>
      <title>{`${page.course} · Signbook`}</title>
      <PayPage {...page} />
    </>
  )
}

export default Page
