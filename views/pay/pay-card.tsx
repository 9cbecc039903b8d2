import type { PayPage } from '#src/payments/rules/pay-page.ts'
import { Island } from '../island-host.tsx'
import { ClosedDoor } from '../ui/pictures/closed-door.tsx'
import { Closed } from './closed.tsx'
import PayPanel from './pay-panel.island.tsx'

/** The card of the payment page. A closed course has nothing to press, so it needs no script. */
export const PayCard = ({ panel }: { panel: PayPage }) =>
  panel.closed && !panel.confirming ? (
    <Closed page={panel} picture={<ClosedDoor />} />
  ) : (
    <Island of={PayPanel} props={panel} />
  )
