import type { AuditEntry } from '#src/core/rules/audit.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { productStatus } from '#src/courses/contract.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { ProductForm, productMessages, productRefusals } from '#src/courses/rules/product-form.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'
import type { ProductFormProps } from './product-form.island.tsx'

export interface ProductPage {
  code: string
  product: Product | null
  form: ProductFormProps | null
  all: Product[]
  history: AuditEntry[]
  rights: Rights
  problem: string | null
  feedback: FeedbackText | null
}

interface Shown {
  code?: string
  form?: Partial<ProductFormProps>
  feedback?: FeedbackText
  status?: number
}

/** Looks up a product: shows its details, its form, or a form to create it. */
export const showProduct = async (context: StaffContext, shown: Shown = {}): Promise<Result<ProductPage>> => {
  const { modules, staff, query } = context
  const code = shown.code ?? urlParam(context, 'product_code')
  const blank = code === '' && query.product_code !== undefined
  const product = code ? await modules.courses.checkProduct(code) : null
  const rights = rightsOf(staff)
  const editing = query.mode === 'update' || shown.form !== undefined
  const subject = product && { kind: 'product' as const, id: product.id }
  const data: ProductPage = {
    code,
    product,
    form: rights.manage && code && (!product || editing) ? formOf(code, product, shown.form) : null,
    all: code ? [] : await modules.courses.listProducts(),
    history: subject ? await modules.staff.listAudit({ subject, changesOnly: true, most: 30 }, staff) : [],
    rights,
    problem: blank ? productMessages.blankCode : null,
    feedback: shown.feedback ?? null,
  }
  const status = shown.status ?? (blank ? 422 : 200)
  return page(data, { title: 'Manage Product', status })
}

const formOf = (code: string, product: Product | null, typed: Partial<ProductFormProps> = {}): ProductFormProps => ({
  mode: product ? 'update' : 'create',
  code,
  name: product?.name ?? '',
  price: product?.stripePriceId ?? '',
  units: product?.unitsForTeacher ?? [],
  problem: null,
  cancel: product ? hrefs.product(code) : paths.manageProduct,
  ...typed,
})

const save =
  (mode: 'create' | 'update') =>
  async (context: StaffContext, { fields, all }: Form) => {
    const typed = {
      product_code: fields.product_code ?? '',
      stripe_price_id: fields.stripe_price_id ?? '',
      name: fields.name ?? '',
      units: (all.units ?? []).map(Number),
    }
    const again = (text: string, status: number, field?: string) => {
      const problem = field === 'stripe_price_id' ? text : null
      return showProduct(context, {
        code: typed.product_code.trim(),
        form: { mode, name: typed.name, price: typed.stripe_price_id, units: typed.units, problem },
        // A problem shown at its field is not repeated at the top.
        ...(problem ? {} : { feedback: { tone: 'problem', text } }),
        status,
      })
    }
    const checked = checkForm(ProductForm, typed)
    if (!checked.ok) return again(Object.values(checked.problems)[0] ?? productMessages.blank, 422)
    const { modules, staff } = context
    const result = await (mode === 'create' ? modules.courses.createProduct : modules.courses.updateProduct)(
      checked.value,
      staff,
    )
    if (!result.ok) {
      const { message, field } = productRefusals[result.reason]
      return again(message, productStatus[result.reason], field)
    }
    const text = mode === 'create' ? productMessages.created : productMessages.updated
    return showProduct(context, { code: result.product.productCode, feedback: { tone: 'good', text } })
  }

export const createProduct = save('create')
export const updateProduct = save('update')
