import type { Product } from '../domain/product.ts'
import { findProduct, listProducts as list } from '../store/queries/products.ts'
import type { Deps } from './deps.ts'

export const listProducts = (deps: Deps) => (): Promise<Product[]> => list(deps.db)

export const checkProduct =
  (deps: Deps) =>
  (productCode: string): Promise<Product | null> =>
    findProduct(deps.db, productCode.trim())
