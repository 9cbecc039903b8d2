import type { Tx } from '#src/core/db/db.ts'
import type { App } from "#src/context.ts";

/** Queues a check of the open checkouts of a course or product after staff changed its products or price. */
export const queueCheckoutCloseForChange = async (
  { jobs }: App,
  tx: Tx,
  what: { courseId: number } | { productId: number },
): Promise<void> => {
  await jobs.send(tx, 'close-checkouts', what)
}
