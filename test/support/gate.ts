interface Gate {
  /** Resolves when the gate opens. */
  opened: Promise<void>
  open(): void
}

/** Holds something until the test opens it, so that two things surely overlap. */
export const makeGate = (): Gate => {
  let open = () => {}
  const opened = new Promise<void>(done => {
    open = done
  })
  return { opened, open: () => open() }
}
