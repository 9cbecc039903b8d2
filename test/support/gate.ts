export interface Gate {
  /** Over once it is opened. */
  opened: Promise<void>
  open(): void
}

/** Holds something up until a test lets it go on: what must overlap then surely does, on any machine. */
export const makeGate = (): Gate => {
  let open = () => {}
  const opened = new Promise<void>(done => {
    open = done
  })
  return { opened, open: () => open() }
}
