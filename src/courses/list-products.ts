import type { Deps } from './deps.ts'
import type { Product } from './rules/product.ts'
import { findProduct, listAllProducts } from './store/products.ts'

export const listProducts = (deps: Deps) => (): Promise<Product[]> => listAllProducts(deps.db)

export const checkProduct =
  (deps: Deps) =>
  (productCode: string): Promise<Product | null> =>
    findProduct(deps.db, productCode.trim())
