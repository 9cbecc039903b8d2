/** Shown only while a hydrated page waits for its first answer (spec §4). */
export const Loading = () => (
  <p className="loading" role="status">
    <span className="spinner" /> One moment…
  </p>
)
