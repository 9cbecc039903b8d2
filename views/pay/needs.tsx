import type { Coverage } from '#src/domain/entitlement.ts'

/** What opens the course, product by product: ticked with its code, or still open. */
export const Needs = ({ needs }: { needs: Coverage[] }) => (
  <ul className="needs">
    {needs.map(({ id, product, code }) => (
      <li key={id} className={code ? 'covered' : undefined}>
        <span dir="auto">{product}</span>
        <span className="visually-hidden">{code ? ', done' : ', still needed'}</span>
        {code && <code>{code}</code>}
      </li>
    ))}
  </ul>
)
