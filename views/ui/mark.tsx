const HAND =
  'M4.4 18.6L1.8 12.8M6.4 16.4L3.7 7.2M9.3 15.2L8 3.4M12.1 15.4L12.6 4.6M11.4 20.6L14.6 15.8M4.6 19V24.6C8.2 24.6 11.8 25.8 14.6 28.2V22.6C13.2 21.6 12.3 20.4 12 18.8L11.7 16.4L6.6 17z'

/** Logo of Signbook: two open hands whose thumbs meet, like an open book. Works at 16 px and in one color. */
export const Mark = ({ size = 32 }: { size?: number }) => (
  <svg
    className="mark"
    viewBox="0 0 32 32"
    width={size}
    height={size}
    fill="currentColor"
    stroke="currentColor"
    strokeWidth="2.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={HAND} />
    <path d={HAND} transform="matrix(-1 0 0 1 32 0)" />
  </svg>
)
