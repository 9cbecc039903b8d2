import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { roleLetter } from '#src/access/rules/role.ts'
import type { CodeReply } from '#src/payments/rules/pay-page.ts'

/**
 * Converts a membership to its JSON for public calls. It contains no classmates, and of the school only its name and
 * two flags.
 */
export const wireMembership = (membership: Entitlement) => {
  const { course, school } = membership
  const code = membership.codes.find(c => c.voidedAt === null)
  const [product] = course.products
  return {
    email: membership.email,
    role: roleLetter[membership.role],
    token: membership.token,
    is_processed: hasAccess(membership),
    processed_at: membership.processedAt?.toISOString() ?? null,
    session_id: membership.sessionId,
    coupon: code ? { coupon_code: code.code } : null,
    context: {
      context_id: course.contextId,
      context_title: course.title,
      context_label: course.label,
      product: product ? { id: product.id, product_code: product.productCode, name: product.name } : null,
      deployment: {
        name: school.name,
        accepts_payment: school.acceptsPayment,
        accepts_access_code: school.acceptsAccessCode,
      },
    },
  }
}

/** Converts the reply to an access code: status, message, and the products the course needs. */
export const wireCodeReply = (reply: CodeReply) => ({
  status: reply.status,
  message: reply.message,
  products: reply.needs.map(n => ({ id: n.id, name: n.product, coupon_code: n.code, paid: n.paid })),
})
