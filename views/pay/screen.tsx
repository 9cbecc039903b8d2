import { laterPaySlots, paySlots } from '#src/payments/rules/pay-slots.ts'
import { HelpCorner } from '../help/help-corner.tsx'
import { paths } from '../paths.ts'
import { screen } from '../screen.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { NotFound } from './not-found.tsx'
import { loadPay, type PayData, payActions } from './pay-actions.tsx'
import { PayCard } from './pay-card.tsx'
import { StudentViewBar } from './student-view-bar.tsx'

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
