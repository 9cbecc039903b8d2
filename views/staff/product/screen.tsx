import type { Product } from '#src/courses/rules/product.ts'
import { unitsText } from '#src/courses/rules/product.ts'
import { productRefusals } from '#src/courses/rules/product-form.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { Lookup } from '../lookup.tsx'
import { staffScreen } from '../staff-screen.ts'
import { createProduct, type ProductPage, showProduct, updateProduct } from './load.ts'
import ProductForm from './product-form.island.tsx'

/** Manage Product: looks up, creates and updates products. */
export const productScreen = staffScreen<ProductPage>({
  path: paths.manageProduct,
  nav: { group: 'Catalog', label: 'Manage Product' },
  load: context => showProduct(context),
  submit: { create: createProduct, update: updateProduct },
  View: ({ data, site }) => (
    <OfficePage title="Manage Product" lead="Set a product's name, its price, and the units teachers see.">
      <Lookup
        action={paths.manageProduct}
        label="Product Code"
        name="product_code"
        defaultValue={data.code}
        problem={data.problem ?? undefined}
        autoFocus={data.code === ''}
      />
      <Feedback feedback={data.feedback} />
      {data.code === '' ? (
        <ProductList products={data.all} />
      ) : (
        <Beside>
          <Panel title={data.product ? data.product.name : productRefusals.product_not_found.message}>
            {data.form ? (
              <Island of={ProductForm} props={data.form} />
            ) : data.product ? (
              <ProductDetails product={data.product} canEdit={data.rights.manage} />
            ) : (
              <p>Ask a manager to create this product.</p>
            )}
          </Panel>
          {data.product && <History entries={data.history} timezone={site.timezone} />}
        </Beside>
      )}
    </OfficePage>
  ),
})

const ProductDetails = ({ product, canEdit }: { product: Product; canEdit: boolean }) => (
  <>
    <Facts
      of={[
        ['Product Code', product.productCode],
        ['Stripe Price ID', product.stripePriceId],
        ['Name', product.name],
        ['Units for teacher', unitsText(product)],
        ['Free', product.isFree ? 'yes, hidden in product lists' : null],
      ]}
    />
    {canEdit && (
      <div className="buttons">
        <ButtonLink href={`${hrefs.product(product.productCode)}&mode=update`}>Update Product</ButtonLink>
      </div>
    )}
  </>
)

const ProductList = ({ products }: { products: Product[] }) => (
  <Panel title="All products">
    <DataTable
      caption="All products"
      head={['Code', 'Name', 'Stripe Price ID', 'Units']}
      empty="No products yet. Enter a code above to create one."
      rows={products.map(p => ({
        key: p.id,
        cells: [
          <a key="c" href={hrefs.product(p.productCode)}>
            {p.productCode}
          </a>,
          p.name,
          p.stripePriceId,
          unitsText(p),
        ],
      }))}
    />
  </Panel>
)
