import type { StudentViewNote } from '#src/access/rules/entitlement.ts'
import { paths } from '../paths.ts'
import { LostPayLink, loadPay, PayCard, type PayData, payActions } from '../pay-panel/pay-page.tsx'
import { screen } from '../screen.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/public-page.tsx'
import { useServerTexts } from '../ui/texts.ts'

/** Bar for a teacher or tester who looks at the student's page. */
const StudentViewBar = ({ note }: { note: StudentViewNote | null }) => {
  const texts = useServerTexts('sentences').studentView
  return (
    note && (
      <Notice tone="plain">
        <p>
          <strong>{texts.title}</strong> {texts[note]}
        </p>
      </Notice>
    )
  )
}

export const ltiPay = screen<PayData>({
  path: paths.ltiPay,
  access: 'public',
  chrome: 'bare',
  translated: true,
  load: loadPay,
  submit: payActions,
  View: ({ data, site }) =>
    data.found ? (
      <div className="column">
        <PageHeader title={data.panel.course} about={data.school} />
        <StudentViewBar note={data.studentView} />
        <PayCard {...data} site={site} />
      </div>
    ) : (
      <LostPayLink {...data} site={site} />
    ),
})
