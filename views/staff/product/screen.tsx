import { checkForm } from '#src/core/rules/form.ts'
import { type KnownPrice, moneyText } from '#src/core/rules/money.ts'
import { productStatus } from '#src/courses/contract.ts'
import { createProduct, findProduct, listProducts, updateProduct } from '#src/courses/products.ts'
import { type Product, unitsText } from '#src/courses/rules/product.ts'
import { ProductForm as Fields, productMessages, productRefusals } from '#src/courses/rules/product-form.ts'
import { listKnownPrices, readPrice } from '#src/payments/offers.ts'
import { done, invalid, posted, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DataTable, Facts, linkTo } from '../../ui/facts.tsx'
import { Beside, OfficePage, Panel, useDates } from '../../ui/office-page.tsx'
import { History, historyOf } from '../history.tsx'
import { Lookup } from '../lookup.tsx'
import { rightsOf, type StaffContext, staffScreen, urlParam, useRights } from '../staff-screen.ts'
import ProductForm, { type ProductFormProps } from './product-form.island.tsx'

/** Looks up a product: shows its details, its form, or a form to create it. */
const load = async (context: StaffContext) => {
  const { app, staff, query, answer } = context
  const code = urlParam(context, 'product_code')
  const blank = code === '' && query.product_code !== undefined
  const product = code ? await findProduct(app.db, code) : null
  const all = code ? [] : await listProducts(app.db)
  const mode = answer?.intent === 'update' || answer?.intent === 'create' ? answer.intent : null
  const form: ProductFormProps = {
    mode: mode ?? (product ? 'update' : 'create'),
    code,
    name: product?.name ?? '',
    price: product?.stripePriceId ?? '',
    units: product?.unitsForTeacher ?? [],
    cancel: product ? hrefs.product(code) : paths.manageProduct,
    ...(mode && typedIn(posted(answer, mode))),
    problem: answer?.problems.stripe_price_id ?? null,
  }
  const price = product && (await readPrice(app, product.stripePriceId))
  const ids = all.map(p => p.stripePriceId)
  const data = {
    code,
    product,
    form: rightsOf(staff).manage && code && (!product || query.mode === 'update' || mode) ? form : null,
    all,
    /** Prices as the card provider has them, by their id. */
    prices: price ? [price] : await listKnownPrices(app.db, ids),
    history: product ? await historyOf(context, [{ kind: 'product', id: product.id }]) : [],
    problem: blank ? productMessages.blankCode : null,
  }
  return page(data, { title: 'Manage Product', status: blank ? 422 : 200 })
}

const typedIn = ({ fields, all }: Form) => ({
  name: fields.name ?? '',
  price: fields.stripe_price_id ?? '',
  units: (all.units ?? []).map(Number),
})

const save =
  (mode: 'create' | 'update') =>
  async ({ app, staff }: StaffContext, form: Form) => {
    const { name, price, units } = typedIn(form)
    const product_code = form.fields.product_code ?? ''
    const checked = checkForm(Fields, { product_code, stripe_price_id: price, name, units })
    // One sentence is about all three fields.
    if (!checked.ok) return invalid({ '': Object.values(checked.problems)[0] ?? productMessages.blank })
    const result = await (mode === 'create' ? createProduct : updateProduct)(app, checked.value, staff)
    if (!result.ok) return refused(result.reason, productRefusals[result.reason], productStatus[result.reason])
    const text = mode === 'create' ? productMessages.created : productMessages.updated
    return done(hrefs.product(result.product.productCode), text)
  }

/** Manage Product: looks up, creates and updates products. */
export const productScreen = staffScreen({
  path: paths.manageProduct,
  nav: { section: 'Look-ups', label: 'Manage Product', hint: 'List of products' },
  load,
  acts: 'manage',
  submit: { create: save('create'), update: save('update') },
  fields: ['stripe_price_id'],
  View: ({ data }) => (
    <OfficePage title="Manage Product" lead="Set a product's name, its price, and the units teachers see.">
      <Lookup
        action={paths.manageProduct}
        label="Product Code"
        name="product_code"
        defaultValue={data.code}
        problem={data.problem}
      />
      {data.code === '' ? (
        <ProductList products={data.all} prices={data.prices} />
      ) : (
        <Beside>
          <Panel title={data.product ? data.product.name : productRefusals.product_not_found.message}>
            {data.form ? (
              <Island of={ProductForm} props={data.form} />
            ) : data.product ? (
              <ProductDetails product={data.product} prices={data.prices} />
            ) : (
              <p>Ask a manager to create this product.</p>
            )}
          </Panel>
          {data.product && <History entries={data.history} />}
        </Beside>
      )}
    </OfficePage>
  ),
})

/** The price as the card provider has it, and when it was read. */
const Price = ({ of: { isFree, stripePriceId }, prices }: { of: Product; prices: KnownPrice[] }) => {
  const { date } = useDates()
  const price = prices.find(p => p.priceId === stripePriceId)
  if (isFree) return 'free'
  if (!price) return 'not read yet'
  return `${price.sells ? moneyText(price) : 'not sold'}, read ${date(price.fetchedAt)}`
}

const ProductDetails = ({ product, prices }: { product: Product; prices: KnownPrice[] }) => (
  <>
    <Facts
      of={[
        ['Product Code', product.productCode],
        ['Stripe Price ID', product.stripePriceId],
        ['Price at Stripe', <Price key="p" of={product} prices={prices} />],
        ['Name', product.name],
        ['Units for teacher', unitsText(product)],
        ['Free', product.isFree ? 'yes, hidden in product lists' : null],
      ]}
    />
    {useRights().manage && (
      <div className="buttons">
        <ButtonLink href={`${hrefs.product(product.productCode)}&mode=update`}>Update Product</ButtonLink>
      </div>
    )}
  </>
)

const ProductList = ({ products, prices }: { products: Product[]; prices: KnownPrice[] }) => (
  <Panel title="All products">
    <DataTable
      caption="All products"
      head={['Code', 'Name', 'Stripe Price ID', 'Price at Stripe', 'Units']}
      empty="No products yet. Enter a code above to create one."
      rows={products.map(p => ({
        key: p.id,
        cells: [
          linkTo(hrefs.product(p.productCode), p.productCode),
          p.name,
          p.stripePriceId,
          <Price key="p" of={p} prices={prices} />,
          unitsText(p),
        ],
      }))}
    />
  </Panel>
)
