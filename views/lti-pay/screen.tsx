import type { StudentViewNote } from '#src/access/rules/entitlement.ts'
import { laterPaySlots, paySlots } from '#src/payments/rules/pay-steps.ts'
import { HelpCorner } from '../help/help-corner.tsx'
import { paths } from '../paths.ts'
import { loadPay, NotFound, PayCard, type PayData, payActions } from '../pay-panel/pay-page.tsx'
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
        <PayCard panel={data.panel} />
        <HelpCorner
          help={data.help}
          support={site.support}
          from="lti"
          slots={paySlots(data.panel)}
          later={laterPaySlots(data.panel)}
          letter={data.letter}
        />
      </div>
    ) : (
      <NotFound message={data.message} help={data.help} site={site} />
    ),
})
