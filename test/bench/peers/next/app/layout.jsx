export const viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' }

export default ({ children }) => (
  <html lang="en">
    <body>{children}</body>
  </html>
)
