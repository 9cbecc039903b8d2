import type { ByHand } from '#src/privacy/rules/erasure.ts'
import { Copied } from '../ui/facts.tsx'

/** Ids at other services, which staff erase there. */
export const ByHandList = ({ byHand }: { byHand: ByHand[] }) => (
  <ul className="bullets">
    {byHand.map(({ service, what, ids }) => (
      <li key={service + what}>
        {service}, {what}:{' '}
        {ids.map(id => (
          <Copied key={id}>{id}</Copied>
        ))}
      </li>
    ))}
  </ul>
)
