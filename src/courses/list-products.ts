import type { Product } from './rules/product.ts'
import { findProduct, listAllProducts } from './store/products.ts'
import type { App } from "#src/context.ts";

export const listProducts = (app: App): Promise<Product[]> => listAllProducts(app.db)

export const checkProduct =
  (app: App, productCode: string): Promise<Product | null> =>
    findProduct(app.db, productCode.trim())
